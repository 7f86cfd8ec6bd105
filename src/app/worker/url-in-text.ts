const URL_IN_TEXT = /https?:\/\/[^\s<>"'`]+/i
/** Sentence marks that follow an address in running text and are not part of it. */
const TRAILING = /[.,;:!?)\]}»”]+$/

/**
 * What to fill in from copied or shared text: the whole text when it is one address, else the first
 * address in it; nothing when it has none (R-199, D-17).
 */
export function urlInText(given: string): string | null {
  const text = given.trim()
  if (!/http/i.test(text)) return null
  if (!/\s/.test(text) && /^https?:\/\//i.test(text)) return text
  return URL_IN_TEXT.exec(text)?.[0].replace(TRAILING, '') ?? null
}

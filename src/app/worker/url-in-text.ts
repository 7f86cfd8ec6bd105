const URL_IN_TEXT = /https?:\/\/[^\s<>"'`]+/i
/** Punctuation that follows an address in running text and is not part of it. */
const TRAILING_PUNCTUATION = /[.,;:!?)\]}»”]+$/

/**
 * Returns the address in copied or shared text: the whole text if it is one address, or else the
 * first address in it. Returns null if there is none.
 */
export function urlInText(input: string): string | null {
  const text = input.trim()
  if (!/http/i.test(text)) return null
  if (!/\s/.test(text) && /^https?:\/\//i.test(text)) return text
  return URL_IN_TEXT.exec(text)?.[0].replace(TRAILING_PUNCTUATION, '') ?? null
}

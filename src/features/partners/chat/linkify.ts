/** Part of a message: plain text, or a web address. */
export type TextPart = { text: string; href: string | null }

// Excludes characters that change the text direction, which could disguise an address.
const ADDRESS = /\bhttps?:\/\/[^\s<>"\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/giu
const CLOSING = /[.,;:!?'’”»\])}]+$/u

/** Splits a message into plain text and web addresses. Anything else in it stays text. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimPunctuation(found)
    const href = webAddress(address)
    if (href === null) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/**
 * Removes punctuation that ends the sentence. Keeps a closing bracket that was opened in the
 * address.
 */
function trimPunctuation(found: string): string {
  const closing = CLOSING.exec(found)?.[0] ?? ''
  const address = found.slice(0, found.length - closing.length)
  return closing.startsWith(')') && address.includes('(') ? `${address})` : address
}

function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

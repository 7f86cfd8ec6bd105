/** A piece of a message: words, or an address of the web that they name. */
export type TextPart = { text: string; href: string | null }

// Without what turns the direction of text: an address must read as it leads.
const ADDRESS = /\bhttps?:\/\/[^\s<>"\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/giu
const CLOSING = /[.,;:!?'’”»\])}]+$/u

/** Finds addresses in text that somebody else wrote. Nothing else in it is ever more than text. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutClosing(found)
    const href = webAddress(address)
    if (href === null) continue
    if (index > from) parts.push({ text: text.slice(from, index), href: null })
    parts.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/** What ends the sentence is none of the address, but for a bracket that it opened itself. */
function withoutClosing(found: string): string {
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

/** Address with a scheme, anywhere in a word: `[lamp](https://shop.example/lamp)`. */
const WITH_SCHEME = /https?:\/\/[^\s<>"'`]+/i
/** Address without a scheme: a host that ends in letters, perhaps with a path. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#].*)?$/u
/** Comma, semicolon or bar between two addresses, which can also be part of one. */
const SEPARATOR = /[,;|](?=https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#,;|]|$))/iu
const SEPARATOR_BEFORE_SCHEME = /[,;|](?=https?:\/\/|www\.)/i
/** Marks of a list in front of an address, such as a dash or a number. */
const LIST_MARK = /^(?:[-–—*•:|]+|\d+[.)])(?:\s+|$)/
const OPENING = /^[<("'“‘«[{]+/
const PUNCTUATION = /[.,;:!?"'`>»”’]$/
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Returns the addresses in a text, and each line that has none. Text beside an address is left out.
 * A host without scheme, `www.` and path counts only in a line without other text, as in an import.
 */
export const readEntries = (text: string): string[] => text.split(/[\r\n]+/).flatMap(entriesOfLine)

/** Returns how many entries are addresses. */
export const countAddresses = (entries: readonly string[]): number =>
  entries.filter((entry) => addressIn(entry) !== undefined).length

function entriesOfLine(text: string): string[] {
  const line = text.trim().replace(LIST_MARK, '').trim()
  if (line === '') return []
  const words = line.split(/\s+/).flatMap(splitWord)
  const addresses = words.flatMap((word) => addressIn(word) ?? [])
  if (addresses.length === words.length) return addresses
  const clear = addresses.filter((address) => /^https?:|^www\.|\//i.test(address))
  return clear.length > 0 ? clear : [line]
}

/** Returns the parts of a word such as `a.example,b.example`. */
const splitWord = (word: string): string[] =>
  word
    .split(/^https?:/i.test(word) ? SEPARATOR_BEFORE_SCHEME : SEPARATOR)
    .filter((part) => !/^[,;|]*$/.test(part))

function addressIn(word: string): string | undefined {
  const [found] = WITH_SCHEME.exec(word) ?? []
  if (found !== undefined) return withoutEnd(found)
  const bare = withoutEnd(word.replace(OPENING, ''))
  return WITHOUT_SCHEME.test(bare) ? bare : undefined
}

/** Removes punctuation after an address, and brackets that were opened before it. */
function withoutEnd(address: string): string {
  const last = address.at(-1) ?? ''
  const opening = BRACKETS[last]
  const isOutside = opening !== undefined && countOf(address, opening) < countOf(address, last)
  return isOutside || PUNCTUATION.test(address) ? withoutEnd(address.slice(0, -1)) : address
}

const countOf = (text: string, character: string) => text.split(character).length

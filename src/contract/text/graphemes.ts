// Older browsers have no Segmenter; they get code points, which only split combined characters.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

/** Returns the characters of a text as people see them: an emoji or a letter with marks is one (UAX 29). */
export function graphemesOf(text: string): string[] {
  if (!segmenter) return Array.from(text)
  const characters: string[] = []
  let start = 0
  let units = PART_UNITS
  while (start < text.length) {
    const end = pairStart(text, start + units)
    const part = segmentsOf(segmenter, text.slice(start, end))
    const isLast = end >= text.length
    // The last character of a part may continue in the next one.
    if (!isLast) part.pop()
    characters.push(...part)
    const read = part.join('').length
    start = isLast ? end : start + read
    // One character is longer than the part.
    units = read === 0 ? units * 2 : PART_UNITS
  }
  return characters
}

/** Returns the index, or the one before it if that is between the halves of a surrogate pair. */
const pairStart = (text: string, index: number): number =>
  (text.codePointAt(index - 1) ?? 0) > 0xff_ff ? index - 1 : index

/**
 * UTF-16 units that are divided at once. Engines need 30 times as long for a long text as for its
 * parts.
 */
const PART_UNITS = 256

const segmentsOf = (by: Intl.Segmenter, text: string): string[] =>
  Array.from(by.segment(text), ({ segment }) => segment)

/** Maximum UTF-16 units of one character. Emoji of several people have about 20. */
const MAX_CHARACTER_UNITS = 64
/** UTF-16 units that each allowed character may take on average, which covers families of emoji. */
const UNITS_PER_CHARACTER = 16

/** Returns the number of characters as people see them. */
export const lengthOf = (text: string): number =>
  /^[\u0020-\u007e]*$/.test(text) ? text.length : graphemesOf(text).length

/** Returns the number of UTF-16 units that this number of characters may take. */
export const unitsFor = (characters: number): number => characters * UNITS_PER_CHARACTER

const TOO_MANY_MARKS = 'This has too many marks on its characters. Type it without them.'

/**
 * Returns why a text is too long for a limit of characters as people see them, or undefined. Server
 * and app both use it, so they agree.
 */
export function lengthProblem(text: string, max: number): string | undefined {
  const tooLong = `Keep this under ${max} characters.`
  // Refused without looking at each character, because the text can be as long as the request.
  if (text.length > unitsFor(max)) {
    const start = graphemesOf(text.slice(0, unitsFor(max)))
    return start.length > max ? tooLong : TOO_MANY_MARKS
  }
  if (text.length > max && lengthOf(text) > max) return tooLong
  return hasOverlongCharacter(text) ? TOO_MANY_MARKS : undefined
}

const hasOverlongCharacter = (text: string): boolean =>
  text.length > MAX_CHARACTER_UNITS &&
  graphemesOf(text).some(({ length }) => length > MAX_CHARACTER_UNITS)

/**
 * Returns the beginning of a text with at most `max` characters as people see them. A character
 * with marks without end is left out, with all that follows.
 */
export function cutText(text: string, max: number): string {
  let end = 0
  for (const { length } of graphemesOf(text.slice(0, unitsFor(max + 1))).slice(0, max)) {
    if (length > MAX_CHARACTER_UNITS || end + length > unitsFor(max)) break
    end += length
  }
  return text.slice(0, end)
}

/** Returns a text with at most `max` characters; a longer one ends with an ellipsis. */
export const shortenText = (text: string, max: number): string =>
  cutText(text, max) === text ? text : `${cutText(text, max - 1).trimEnd()}…`

/** Returns the beginning of a text with at most `max` UTF-8 bytes, without splitting a character. */
export function cutBytes(text: string, max: number): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let end = 0
  for (const character of graphemesOf(text)) {
    bytes += encoder.encode(character).length
    if (bytes > max) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Returns the first character of a name in upper case, or an empty string. */
export function initialOf(name: string): string {
  const [first = ''] = graphemesOf(name.trim())
  const upper = first.toUpperCase()
  // The capital of "ß" would be two letters.
  return graphemesOf(upper).length > 1 ? first : upper
}

/** Returns the first characters of the first and last word of a name; of an email address only the first. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const last = words.length > 1 && !name.includes('@') ? (words.at(-1) ?? '') : ''
  return initialOf(first) + initialOf(last)
}

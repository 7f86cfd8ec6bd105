// Older browsers have no Segmenter; they get code points, which only split combined characters.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

/** Returns the characters of a text as people see them: an emoji or a letter with marks is one (UAX 29). */
export const graphemesOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text)

/** Returns the beginning of a text with at most `max` UTF-16 units, without splitting a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // A character that crosses the limit needs one look beyond it.
  for (const { length } of graphemesOf(text.slice(0, max + 64))) {
    if (end + length > max) break
    end += length
  }
  return text.slice(0, end)
}

/** Returns a text with at most `max` UTF-16 units; a longer one ends with an ellipsis. */
export const shortenText = (text: string, max: number): string =>
  text.length <= max ? text : `${cutText(text, max - 1).trimEnd()}…`

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

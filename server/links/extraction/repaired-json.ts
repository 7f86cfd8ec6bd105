/** First bracket that opens a value, other than that of `<![CDATA[`. */
const START = /\{|(?<!<!|CDATA)\[/

/** Escapes that are valid in JSON. */
const ESCAPES = new Set('"\\/bfnrtu')

/**
 * Returns the first object or list in a text as strict JSON. Removes what shops add around it (HTML
 * and JavaScript comments, CDATA, semicolons) and comments and extra commas inside it. Control
 * characters in strings become spaces.
 */
export function repairedJson(text: string): string {
  const start = text.search(START)
  if (start < 0) return ''
  const out: string[] = []
  let depth = 0
  for (let at = start; at < text.length;) {
    const sign = text.charAt(at)
    if (sign === '"') {
      const end = endOfString(text, at)
      out.push(cleanString(text.slice(at, end)))
      at = end
      continue
    }
    const comment = endOfComment(text, at)
    if (comment !== undefined) {
      at = comment
      continue
    }
    if (sign > ' ') {
      if (isClosing(sign) && out.at(-1) === ',') out.pop()
      if (sign !== ',' || !isRedundant(out.at(-1))) out.push(sign)
    }
    if (isOpening(sign)) depth++
    if (isClosing(sign) && --depth === 0) break
    at++
  }
  return out.join('')
}

const isOpening = (sign: string) => sign === '{' || sign === '['
const isClosing = (sign: string) => sign === '}' || sign === ']'
/** Returns whether a comma after `before` separates nothing. */
const isRedundant = (before = '') => before === ',' || isOpening(before)

/** Returns the position after the string that starts at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

const cleanString = (string: string) =>
  string
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\\(.)/g, (escape, sign: string) => (ESCAPES.has(sign) ? escape : sign))

/** Returns the position after the comment that starts at `at`; undefined if there is none. */
function endOfComment(text: string, at: number): number | undefined {
  const [start, end] = text.startsWith('/*', at)
    ? ['/*', '*/']
    : text.startsWith('//', at)
      ? ['//', '\n']
      : text.startsWith('<!--', at)
        ? ['<!--', '-->']
        : []
  if (start === undefined || end === undefined) return undefined
  const found = text.indexOf(end, at + start.length)
  return found < 0 ? text.length : found + end.length
}

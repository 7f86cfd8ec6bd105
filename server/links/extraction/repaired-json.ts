/** First bracket that opens a value, other than that of `<![CDATA[`. */
const START = /\{|(?<!<!|CDATA)\[/

/** Escapes that are valid in JSON. */
const ESCAPES = new Set('"\\/bfnrtu')

/** Key, number or word outside of strings. */
const WORD = /[\w$@.+-]+/y
const BEFORE_COLON = /\s*:/y
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i

/**
 * Returns the first object or list in a text as strict JSON. Removes what shops add around it (HTML
 * and JavaScript comments, CDATA, semicolons) and comments and extra commas inside it. Control
 * characters in strings become spaces. Keys without quotes, single quotes, missing values and
 * missing commas are read as JavaScript would, or as a person would.
 */
export function repairedJson(text: string): string {
  const start = text.search(START)
  if (start < 0) return ''
  const out: string[] = []
  let depth = 0
  for (let at = start; at < text.length;) {
    const sign = text.charAt(at)
    const comment = endOfComment(text, at)
    const word = comment === undefined ? wordAt(text, at) : undefined
    if (comment !== undefined) at = comment
    else if (sign === '"' || sign === "'") {
      const end = endOfString(text, at, sign)
      addValue(out, cleanString(sign === '"' ? text.slice(at, end) : requoted(text.slice(at, end))))
      at = end
    } else if (word !== undefined) {
      const end = at + word.length
      addValue(out, valueOf(word, matchesAt(BEFORE_COLON, text, end)))
      at = end
    } else {
      if (sign > ' ') addSign(out, sign)
      if (isOpening(sign)) depth++
      if (isClosing(sign) && --depth === 0) break
      at++
    }
  }
  return out.join('')
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function wordAt(text: string, at: number): string | undefined {
  WORD.lastIndex = at
  return WORD.exec(text)?.[0]
}

/** Returns a word as JSON. Unknown words, such as `undefined`, are no value. */
function valueOf(word: string, isKey: boolean): string {
  if (isKey) return JSON.stringify(word)
  if (LITERAL.test(word)) return word.toLowerCase()
  return /^[-+]?[\d.]+$/.test(word) ? JSON.stringify(word) : 'null'
}

/** Adds a value, and a comma if another value stands before it. */
function addValue(out: string[], value: string): void {
  const before = out.at(-1)
  if (before !== undefined && !/^[,:[{]$/.test(before)) out.push(',')
  out.push(value)
}

function addSign(out: string[], sign: string): void {
  if (isOpening(sign)) return addValue(out, sign)
  if ((sign === ',' || isClosing(sign)) && out.at(-1) === ':') out.push('null')
  if (isClosing(sign) && out.at(-1) === ',') out.pop()
  if (sign !== ',' || !isRedundant(out.at(-1))) out.push(sign)
}

/** Returns a string in single quotes as one in double quotes. */
const requoted = (string: string): string => {
  const isClosed = string.length > 1 && string.endsWith("'")
  const inside = string.slice(1, isClosed ? -1 : undefined)
  return `"${inside.replace(/\\.|"/gs, (part) => (part === '"' ? String.raw`\"` : part === "\\'" ? "'" : part))}${isClosed ? '"' : ''}`
}

const isOpening = (sign: string) => sign === '{' || sign === '['
const isClosing = (sign: string) => sign === '}' || sign === ']'
/** Returns whether a comma after `before` separates nothing. */
const isRedundant = (before = '') => before === ',' || isOpening(before)

/** Returns the position after the string that starts at `from`. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
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

import { withoutFinalDot } from '#contract/text/hosts.ts'
import { parse } from 'csv-parse/sync'

/**
 * Returns the values in one cell: `a, b`, `a;b`, `a|b`, or a list in JSON or Python notation. A
 * value may be in quotes.
 */
export function readList(cell: string): string[] {
  const text = cell.trim()
  if (text === '') return []
  const values = jsonList(text) ?? pythonList(text) ?? splitLine(text)
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** Value of a list, tuple or set in Python notation, with the comma after it. */
const PYTHON_VALUE = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/y

/** Returns the values of a list in Python notation, each in single or double quotes. */
function pythonList(text: string): string[] | undefined {
  if (!/^\[.*\]$|^\(.*\)$|^\{.*\}$/s.test(text)) return undefined
  const inside = text.slice(1, -1)
  if (inside.trim() === '') return []
  const values: string[] = []
  for (PYTHON_VALUE.lastIndex = 0; PYTHON_VALUE.lastIndex < inside.length;) {
    if (values.length > 0 && inside.slice(PYTHON_VALUE.lastIndex).trim() === '') break
    const [found, single, double] = PYTHON_VALUE.exec(inside) ?? []
    if (found === undefined) return undefined
    values.push((single ?? double ?? '').replace(/\\(.)/g, '$1'))
  }
  return values
}

/** HTML escapes that stand for one character of a URL or title. */
const ESCAPES = /&(amp|lt|gt|quot|apos|#39|#x27|#38|#x26);/gi
const ESCAPED: Record<string, string> = {
  __proto__: null as never,
  amp: '&',
  '#38': '&',
  '#x26': '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}

/** Returns a cell without the HTML escapes that some exports contain. */
export const unescaped = (cell: string): string =>
  cell.includes('&')
    ? cell.replace(ESCAPES, (_, name: string) => ESCAPED[name.toLowerCase()] ?? '')
    : cell

function jsonList(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
    return isList ? value : undefined
  } catch {
    return undefined
  }
}

const LIST_OPTIONS = {
  delimiter: [',', ';', '|'],
  ltrim: true,
  rtrim: true,
  relax_column_count: true,
  skip_empty_lines: true,
}

function splitLine(text: string): string[] {
  if (!text.includes('"')) return text.split(/[,;|\n]/)
  try {
    return parse(text, LIST_OPTIONS).flat()
  } catch {
    return text.split(/[,;|\n]/)
  }
}

export const readBoolean = (cell: string) => /^(yes|y|true|t|1|on)$/i.test(cell.trim())

/** Returns whether a cell is empty. Other tools also write `null` or `undefined`. */
export const isEmptyCell = (cell: string) => /^(null|undefined)?$/i.test(cell.trim())

/**
 * Parses a short link, in full or only its code: `bit.ly/sale`, `https://go.example/sale`, `sale`.
 */
export function readCode(cell: string): { code: string; host: string } {
  const text = firstEntry(cell.trim())
  const [host = '', ...rest] = text.replace(/^https?:\/\//i, '').split('/')
  if (rest.at(-1) === '') rest.pop()
  const [code = '', another] = rest
  const isWhole = isHost(host) && code !== '' && another === undefined && !/[?#]/.test(code)
  return isWhole
    ? { code, host: withoutFinalDot(host.toLowerCase()) }
    : { code: text.replace(/^\/+/, ''), host: '' }
}

/**
 * Returns whether the text is a host. Its dot must be inside, so `sale.` and `.sale` are not hosts.
 */
function isHost(text: string): boolean {
  if (/\s/.test(text)) return false
  return text.slice(1, -1).includes('.') || /^localhost:\d+$/i.test(text)
}

/** Returns the first entry of a list. Bitly exports all custom links of a link in one cell. */
function firstEntry(text: string): string {
  const slash = text.indexOf('/')
  const isList = text.startsWith('[') || (slash >= 0 && /[,;\s]/.test(text.slice(slash)))
  return isList ? (/[^[\]"',;\s]+/.exec(text)?.[0] ?? '') : text
}

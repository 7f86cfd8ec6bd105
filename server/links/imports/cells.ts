import { withoutFinalDot } from '#contract/text/hosts.ts'
import { parse } from 'csv-parse/sync'
import { decodedPath } from '../link-key.ts'

/**
 * Returns the values in one cell: `a, b`, `a;b`, `a|b`, or a list in the notation of a
 * program. A
 * value may be in quotes.
 */
export function readList(cell: string): string[] {
  const text = cell.trim()
  if (text === '') return []
  const values = jsonList(text) ?? programList(text) ?? splitLine(text)
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/**
 * Value of a list in another notation, with what separates it from the next one: in quotes, perhaps
 * with a prefix as in Python 2, or bare.
 */
const VALUE =
  /\s*(?:[ubr]{0,2}'((?:[^'\\]|\\.)*)'|[ubr]{0,2}"((?:[^"\\]|\\.)*)"|([^\s,'"()[\]{}][^,'"()[\]{}]*))\s*(?:,|$|(?=['"]))/iy
/** Bare words that stand for no value. */
const NO_VALUE = /^(?:none|null|nan|undefined)$/i

/**
 * Returns the values of a list, tuple or set in the notation of Python, NumPy or PostgreSQL. Words
 * in round brackets without quotes are text.
 */
function programList(text: string): string[] | undefined {
  const [, open, inside = ''] =
    /^([[({])(.*)[\])}][,;]?$/s.exec(text.replace(/^(?:array|set)(?=\()/i, '')) ?? []
  if (open === undefined) return undefined
  if (inside.trim() === '') return []
  const values: string[] = []
  for (VALUE.lastIndex = 0; VALUE.lastIndex < inside.length;) {
    if (values.length > 0 && inside.slice(VALUE.lastIndex).trim() === '') break
    const [found, single, double, bare] = VALUE.exec(inside) ?? []
    if (found === undefined || (bare !== undefined && open === '(')) return undefined
    values.push(bare === undefined ? withoutEscapes(single ?? double ?? '') : bare.trim())
    if (bare !== undefined && NO_VALUE.test(bare.trim())) values.pop()
  }
  return values
}

const withoutEscapes = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gi,
    (_, byte?: string, unit?: string, sign?: string) =>
      sign ?? String.fromCharCode(Number.parseInt(byte ?? unit ?? '', 16)),
  )

/** HTML escapes that stand for one character of a URL or title. */
const ESCAPES = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi
const ESCAPED: Record<string, string> = {
  __proto__: null as never,
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Returns a cell without the HTML escapes that some exports contain. */
export const unescaped = (cell: string): string =>
  cell.includes('&')
    ? cell.replace(ESCAPES, (escape, name?: string, decimal?: string, hex?: string) =>
        name === undefined
          ? characterOf(escape, decimal, hex)
          : (ESCAPED[name.toLowerCase()] ?? ''),
      )
    : cell

/** Returns the character of a number, or the escape itself if it stands for no visible one. */
function characterOf(escape: string, decimal?: string, hex?: string): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isVisible = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isVisible ? String.fromCodePoint(code) : escape
}

function jsonList(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return undefined
    const items = (value as unknown[]).filter((item) => item !== null)
    const isList = items.every((item) => typeof item === 'string' || typeof item === 'number')
    return isList ? items.map(String) : undefined
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
 * A code can have slashes.
 */
export function readCode(cell: string): { code: string; host: string } {
  const text = firstEntry(cell.trim())
  const [host = '', ...rest] = text.replace(/^https?:\/\//i, '').split('/')
  if (rest.at(-1) === '') rest.pop()
  const code = decodedPath(rest.join('/'))
  const isWhole = isHost(host) && code !== '' && !/[?#]/.test(code)
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

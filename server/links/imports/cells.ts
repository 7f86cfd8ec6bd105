import { parse } from 'csv-parse/sync'

/** Many values in one cell: `a, b`, `a;b`, `a|b`, `["a","b"]`, each value in quotes where it must be. */
export function readList(cell: string): string[] {
  const text = cell.trim()
  if (text === '') return []
  const values = text.startsWith('[') ? (jsonList(text) ?? lineOf(text)) : lineOf(text)
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

function jsonList(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
    return isList ? value : undefined
  } catch {
    return undefined
  }
}

const WITHIN = {
  delimiter: [',', ';', '|'],
  ltrim: true,
  rtrim: true,
  relax_column_count: true,
  skip_empty_lines: true,
}

function lineOf(text: string): string[] {
  if (!text.includes('"')) return text.split(/[,;|\n]/)
  try {
    return parse(text, WITHIN).flat()
  } catch {
    return text.split(/[,;|\n]/)
  }
}

export const readBoolean = (cell: string) => /^(yes|y|true|t|1|on)$/i.test(cell.trim())

/** What other tools write into a cell that has nothing to say. */
export const isNothing = (cell: string) => /^(null|undefined)?$/i.test(cell.trim())

/** Year, month and day in this order, and a clock: `2026-05-12T14:30:00Z`, `2026/5/12 9:30`. */
const ORDERED =
  /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ](\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i
const EARLIEST = Date.UTC(1990, 0)

/** A moment; without a zone it is UTC. Undefined for what is none, or could be two (03/04/2026). */
export function readMoment(cell: string): Date | undefined {
  const text = cell.trim()
  const time = /^\d{9,10}$/.test(text)
    ? Number(text) * 1000
    : /^\d{12,13}$/.test(text)
      ? Number(text)
      : Date.parse(isoOf(text) ?? wordsOf(text) ?? '')
  return Number.isNaN(time) || time < EARLIEST ? undefined : new Date(time)
}

function isoOf(text: string): string | undefined {
  const [, year = '', , month = '', day = '', clock = '00:00', zone = 'Z'] =
    ORDERED.exec(text) ?? []
  if (year === '' || Number(day) > daysIn(Number(year), Number(month))) return undefined
  const offset = /^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') : 'Z'
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock.replace(/^\d:/, '0$&')}${offset}`
}

/** The 30th of February would be read as the 2nd of March. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** `May 12, 2026` and the like: the month in letters leaves no doubt. */
function wordsOf(text: string): string | undefined {
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return undefined
  return /(z|utc|gmt|[+-]\d{2}:?\d{2})\)?$/i.test(text) ? text : `${text} UTC`
}

/** The code of a short link, written whole or not: `bit.ly/sale`, `https://go.example/sale`, `sale`. */
export function readCode(cell: string): { code: string; host: string } {
  const text = firstOf(cell.trim())
  const [host = '', ...rest] = text.replace(/^https?:\/\//i, '').split('/')
  if (rest.at(-1) === '') rest.pop()
  const [code = '', another] = rest
  const isWhole = isHost(host) && code !== '' && another === undefined && !/[?#]/.test(code)
  return isWhole ? { code, host: host.toLowerCase() } : { code: text.replace(/^\/+/, ''), host: '' }
}

/** It has a dot within, so that `sale.` and `.sale` are none. */
function isHost(text: string): boolean {
  if (/\s/.test(text)) return false
  return text.slice(1, -1).includes('.') || /^localhost:\d+$/i.test(text)
}

/** Bitly gives every custom link of a link in one cell. */
function firstOf(text: string): string {
  const slash = text.indexOf('/')
  const isList = text.startsWith('[') || (slash >= 0 && /[,;\s]/.test(text.slice(slash)))
  return isList ? (/[^[\]"',;\s]+/.exec(text)?.[0] ?? '') : text
}

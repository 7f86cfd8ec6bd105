import type { DateOrder } from '#contract/imports.ts'
import { isoOf } from './clock.ts'
import { parseWords } from './dates-in-words.ts'

/** Date as year, month, day: `2026-05-12T14:30:00Z`, `2026/5/12 9:30`. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ]+(.+))?$/i
/** Date with the year last: `3/4/2026 10:00`. */
const YEAR_LAST = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?:[T ,]+(.+))?$/i
/** Maximum number of characters in a date. */
const MAX_LENGTH = 100
const MIN_TIME = Date.UTC(1990, 0)

/**
 * Returns the order of day and month in a date with the year last; undefined for any other text.
 */
export function dayAndMonth(cell: string): DateOrder | 'either' | undefined {
  const [, first = '', , second = ''] = YEAR_LAST.exec(cell.trim()) ?? []
  if (first === '') return undefined
  if (Number(first) > 12) return 'dmy'
  if (Number(second) > 12) return 'mdy'
  return first === second ? undefined : 'either'
}

/**
 * Parses a date and time, in UTC if it has no zone. Returns undefined for invalid text and unknown
 * zones. If day and month cannot be told apart, `order` decides; without it, the result is
 * undefined.
 */
export function parseMoment(cell: string, order: DateOrder | null = null): Date | undefined {
  if (cell.length > MAX_LENGTH) return undefined
  const text = plainDate(cell)
  const time = /^\d{9,10}$/.test(text)
    ? Number(text) * 1000
    : /^\d{12,13}$/.test(text)
      ? Number(text)
      : Date.parse(yearFirst(text) ?? yearLast(text, order) ?? parseWords(text) ?? '')
  return Number.isNaN(time) || time < MIN_TIME ? undefined : new Date(time)
}

/**
 * Returns a date with plain digits and dashes: also `20260512T100000Z`, `2026年5月12日`, a time with
 * `a.m.`, and one whose zone is named behind its offset.
 */
const plainDate = (cell: string): string =>
  cell
    .trim()
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^(\d{4})\s*[年년]\s*(\d\d?)\s*[月월]\s*(\d\d?)\s*[日일]/, '$1-$2-$3')
    .replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?)?(?=$|[Z+-])/i, basicDate)
    .replace(/^(\d{10})\.\d+$/, '$1')
    .replace(/\b([ap])\.\s?m\.?/i, '$1m')
    .replace(/(Z|[+-]\d\d:?\d\d)\[[\w/]+\]$/i, '$1')

/** Returns a date of ISO 8601 without separators in the form with them. */
function basicDate(whole: string, ...parts: string[]): string {
  const [year, month, day, hour, minute, second = '00'] = parts
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  if (!isMonth) return whole
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}`
}

function yearFirst(text: string): string | undefined {
  const [, year = '', , month = '', day = '', clock] = YEAR_FIRST.exec(text) ?? []
  return year === '' ? undefined : isoOf(year, month, day, clock)
}

function yearLast(text: string, order: DateOrder | null): string | undefined {
  const [, first = '', , second = '', year = '', clock] = YEAR_LAST.exec(text) ?? []
  if (year === '') return undefined
  const known = dayAndMonth(text) ?? 'dmy'
  const used = known === 'either' ? order : known
  if (used === null) return ''
  return used === 'dmy' ? isoOf(year, second, first, clock) : isoOf(year, first, second, clock)
}

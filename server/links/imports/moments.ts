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
  const text = cell.trim()
  if (text.length > MAX_LENGTH) return undefined
  const time = /^\d{9,10}$/.test(text)
    ? Number(text) * 1000
    : /^\d{12,13}$/.test(text)
      ? Number(text)
      : Date.parse(yearFirst(text) ?? yearLast(text, order) ?? parseWords(text) ?? '')
  return Number.isNaN(time) || time < MIN_TIME ? undefined : new Date(time)
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

import type { DateOrder } from '#contract/imports.ts'

/** Date as year, month, day: `2026-05-12T14:30:00Z`, `2026/5/12 9:30`. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ]+(.+))?$/i
/** Date with the year last: `3/4/2026 10:00`. */
const YEAR_LAST = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})(?:[T ,]+(.+))?$/i
/** Time of day and zone: `9:30`, `14:30:00.123 +02`, `2:30 PM PDT`. */
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s*([AP]M)?\s*(\S.*)?$/i
/** Maximum number of characters in a date. */
const MAX_LENGTH = 100
const MIN_TIME = Date.UTC(1990, 0)

/** Offsets of time zones by their common names. */
const ZONES = new Map(
  `Z+00:00 UTC+00:00 GMT+00:00 WET+00:00 WEST+01:00 BST+01:00
  CET+01:00 CEST+02:00 EET+02:00 EEST+03:00 MSK+03:00 EST-05:00
  EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00
  PDT-07:00 AKST-09:00 AKDT-08:00 HST-10:00 JST+09:00 KST+09:00
  AEST+10:00 AEDT+11:00 NZST+12:00 NZDT+13:00`
    .split(/\s+/)
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
)

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

function isoOf(year: string, month: string, day: string, clock = '0:00'): string {
  const time = clockOf(clock)
  if (time === undefined || Number(day) > daysIn(Number(year), Number(month))) return ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}`
}

/** Returns the number of days in a month. Without this check, February 30 would become March 2. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function clockOf(clock: string): string | undefined {
  const [, hour, minute = '', second = '00', part = '', half, zone = 'Z'] =
    CLOCK.exec(clock.trim()) ?? []
  const offset = offsetOf(zone)
  if (hour === undefined || offset === undefined) return undefined
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${part.slice(0, 4)}${offset}`
}

/** Returns an offset such as `+02:00` for a zone: a name, `+2`, `+0200`, `GMT+2`. */
function offsetOf(zone: string): string | undefined {
  const named = ZONES.get(zone.toUpperCase())
  if (named) return named
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?\s*([+-])(\d\d?)(?::?(\d\d))?$/i.exec(zone) ?? []
  return sign === '' ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/**
 * Date with the month in letters, with or without a time: `May 12, 2026`, `12 May 2026 10:00 PDT`.
 */
const IN_WORDS = /^([^:]*[a-z]{3}[^:]*?\d{4})(?:[ T,]+(\d\d?:\d\d.*))?$/i

function parseWords(text: string): string | undefined {
  const iso = /\d{4}$/.test(text) || !/:/.test(text) ? `${text} UTC` : text
  const [, day, clock] = IN_WORDS.exec(text.replace(/\s*\(.*\)$/, '')) ?? []
  if (day === undefined)
    return /[a-z]{3}.*\d{4}/i.test(text) && !/\d[/.]\d/.test(text) ? iso : undefined
  if (clock === undefined) return `${day} UTC`
  const time = clockOf(clock)
  if (time === undefined) return undefined
  return `${day} ${time.slice(0, 8)} GMT${time.replace(/^.*(?=[+-])/, '')}`
}

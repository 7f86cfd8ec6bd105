/* Calendar days, written `2026-05-12`. They have no time and no time zone. */

const DAY_MS = 24 * 60 * 60 * 1000

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && toDaySafely(text) === text

function toDaySafely(text: string) {
  const moment = toTime(text)
  return Number.isNaN(moment) ? '' : toDay(moment)
}

export const plusDays = (day: string, days: number) => toDay(toTime(day) + days * DAY_MS)

/** Returns the number of days, both ends included. */
export const countDays = (from: string, to: string) =>
  Math.round((toTime(to) - toTime(from)) / DAY_MS) + 1

export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) => plusDays(from, index))

export const monthOf = (day: string) => day.slice(0, 7)
export const firstDayOf = (month: string) => `${month}-01`
export const plusMonths = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return toDay(Date.UTC(year, number - 1 + months, 1)).slice(0, 7)
}
export const lastDayOf = (month: string) => plusDays(firstDayOf(plusMonths(month, 1)), -1)

/** Returns the same day of another month, or the last day of that month if it is shorter. */
export function sameDayIn(month: string, day: string): string {
  const last = lastDayOf(month)
  const sameDay = `${month}-${day.slice(8)}`
  return sameDay > last ? last : sameDay
}

/** Returns the day of the week, where Monday is 0. */
export const weekdayOf = (day: string) => (new Date(toTime(day)).getUTCDay() + 6) % 7

/**
 * Returns the current day in a time zone. It is built from parts, because the written form of a
 * date differs between browsers.
 */
export function todayIn(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(new Date()).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

const dayFormatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(toTime(day))
}
/** Formats a day like "May 12". */
export const shortDay = dayFormatter({ month: 'short', day: 'numeric' })
/** Formats a day like "May 12, 2026". */
export const longDay = dayFormatter({ month: 'short', day: 'numeric', year: 'numeric' })
/** Formats a day like "Tue, May 12". */
export const weekday = dayFormatter({ weekday: 'short', month: 'short', day: 'numeric' })
/** Formats a day like "Tuesday, May 12, 2026". */
export const fullDay = dayFormatter({ dateStyle: 'full' })
/** Formats a month like "May 2026". */
export const monthName = (month: string) => formatMonth(firstDayOf(month))
const formatMonth = dayFormatter({ month: 'long', year: 'numeric' })

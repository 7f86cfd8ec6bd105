import { dayText } from '#app/problems/times.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Maximum number of days shown as a count; later ends are shown as a date. */
const MAX_COUNTED_DAYS = 14

/** Returns when a link ends: "Ended", "Ends in 3 days" (calendar days) or "Ends May 12". */
export function endText(end: number, now = Date.now()): string {
  const left = end - now
  if (left <= 0) return 'Ended'
  if (left >= MAX_COUNTED_DAYS * DAY) return `Ends ${dayText(end, now)}`
  if (left >= DAY) return `Ends in ${countText(midnightsBetween(now, end), 'day')}`
  if (left > 59 * MINUTE) return `Ends in ${countText(Math.round(left / HOUR), 'hour')}`
  return `Ends in ${Math.ceil(left / MINUTE)} min`
}

const countText = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

const midnight = (moment: number, daysLater = 0) => {
  const day = new Date(moment)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime()
}

/**
 * Returns the number of midnights between two times. Rounded, because days with a clock change are
 * an hour shorter or longer.
 */
const midnightsBetween = (from: number, to: number) =>
  Math.round((midnight(to) - midnight(from)) / DAY)

/**
 * Returns the milliseconds until `endText` changes, or null if it stays the same. At most one day,
 * because timers have a maximum delay.
 */
export function nextEndText(end: number, now = Date.now()): number | null {
  const left = end - now
  if (left <= 0) return null
  if (left >= MAX_COUNTED_DAYS * DAY) return DAY
  if (left >= DAY) return Math.min(left - DAY, midnight(now, 1) - now) || 1
  if (left > 59 * MINUTE) {
    const soonest = Math.max((Math.round(left / HOUR) - 0.5) * HOUR, 59 * MINUTE)
    return left - soonest || 1
  }
  return left % MINUTE || MINUTE
}

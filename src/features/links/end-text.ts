import { dayText } from '#app/problems/times.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A day of the calendar says more than a larger count of days. */
const COUNTED_DAYS = 14

/** "Ended", "Ends in 3 days", "Ends May 12". */
export function endText(end: number, now = Date.now()): string {
  const left = end - now
  if (left <= 0) return 'Ended'
  if (left >= COUNTED_DAYS * DAY) return `Ends ${dayText(end, now)}`
  if (left >= DAY) return `Ends in ${many(left / DAY, 'day')}`
  if (left >= HOUR) return `Ends in ${many(left / HOUR, 'hour')}`
  return `Ends in ${Math.ceil(left / MINUTE)} min`
}

function many(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** Milliseconds until the text is another one; null when it stays. Timers hold no more than days. */
export function nextEndText(end: number, now = Date.now()): number | null {
  const left = end - now
  if (left <= 0) return null
  if (left >= COUNTED_DAYS * DAY) return DAY
  const unit = left > DAY ? DAY : left > HOUR ? HOUR : MINUTE
  return left % unit || unit
}

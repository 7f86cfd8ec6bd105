const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Splits a duration into days, hours, minutes and seconds. */
function partsOf(milliseconds: number) {
  const left = Math.max(0, milliseconds)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / 1000),
  }
}

const amount = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** Returns "1 day 6 hours", "6 hours 5 minutes", "5 minutes" or "less than a minute". */
export function remainingText(milliseconds: number): string {
  const { days, hours, minutes } = partsOf(milliseconds)
  const parts = days > 0 ? [amount(days, 'day')] : []
  if (hours > 0) parts.push(amount(hours, 'hour'))
  if (days === 0 && minutes > 0) parts.push(amount(minutes, 'minute'))
  return parts.join(' ') || 'less than a minute'
}

const two = (part: number) => String(part).padStart(2, '0')

/** Returns a short form for small spaces: "1d 06h", "6h 05m", "12:05". */
export function shortRemaining(milliseconds: number): string {
  const { days, hours, minutes, seconds } = partsOf(milliseconds)
  if (days > 0) return `${days}d ${two(hours)}h`
  if (hours > 0) return `${hours}h ${two(minutes)}m`
  return `${minutes}:${two(seconds)}`
}

/** Returns the time in ms after which the text changes. */
export const countdownStep = (milliseconds: number): number => (milliseconds > HOUR ? MINUTE : 1000)

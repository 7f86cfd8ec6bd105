import { daysText } from './range.ts'

/** Returns for example "Up 12% on the 30 days before", or null if both values are zero. */
export function comparison(now: number, before: number, days: number): string | null {
  if (before <= 0) return now > 0 ? `No data for the previous ${daysText(days)}` : null
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return `The same as the ${daysText(days)} before`
  return `${change > 0 ? 'Up' : 'Down'} ${Math.abs(change).toLocaleString('en-US')}% on the ${daysText(days)} before`
}

import { clockText, dayText } from '#app/problems/times.ts'

const DAY_MS = 86_400_000
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const wholeDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const dayAndYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Returns the local day of this time. */
export const dayOf = (moment: number): string => new Date(moment).toDateString()

const start = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)

/** Returns the number of calendar days between the two. */
function daysAgo(moment: number, now: number): number {
  return Math.round((start(now) - start(moment)) / DAY_MS)
}

/** Returns the heading of a day: "Today", "Yesterday", "Monday, May 12". */
export function dayTitle(moment: number, now: number): string {
  const days = daysAgo(moment, now)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const isThisYear = new Date(moment).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? wholeDay : dayAndYear).format(moment)
}

/** Returns the time for the list: "9:38 AM", "Tue", "May 9". */
export function shortTime(moment: number, now: number): string {
  const days = daysAgo(moment, now)
  if (days <= 0) return clockText(moment)
  return days < 7 ? weekday.format(moment) : dayText(moment, now)
}

import type { Day } from '#ui/window-list/list-layout.ts'
import { dayText } from '#app/problems/times.ts'

const dayStart = (time: number, daysLater = 0) => {
  const day = new Date(time)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime()
}

/** The stretch of what waits: newer than any day, it stands above them all. */
export const waits = ({ key }: Day): boolean => key === WAITING_KEY
const WAITING_KEY = `day-${Number.POSITIVE_INFINITY}`

/** Today, Yesterday, May 12, or May 12, 2024: days of the person's own calendar. */
export function dayLabel(time: number, now: number): string {
  if (time === Number.POSITIVE_INFINITY) return 'Waiting to sync'
  const start = dayStart(time)
  if (start >= dayStart(now)) return 'Today'
  if (start === dayStart(now, -1)) return 'Yesterday'
  return dayText(time, now)
}

/**
 * The days of a list whose times run from new to old. A day's border is computed once, because a
 * list has thousands of links and few days.
 */
export function groupByDay(created: number[], now = Date.now()): Day[] {
  const days: Day[] = []
  let border = Number.POSITIVE_INFINITY
  for (const [index, time] of created.entries()) {
    const last = days.at(-1)
    if (time < border || !last) {
      // What waits is newer than any day, and stands above them all.
      border = Number.isFinite(time) ? dayStart(time) : time
      const label = dayLabel(time, now)
      if (label !== last?.label) {
        days.push({ key: `day-${border}`, label, first: index, count: 1 })
        continue
      }
    }
    if (last) last.count += 1
  }
  return days
}

/** Other orderings are one stretch without a heading. */
export const oneStretch = (count: number): Day[] => [{ key: 'all', label: null, first: 0, count }]

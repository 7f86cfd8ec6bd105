import type { Day } from '#ui/window-list/list-layout.ts'
import { dayText } from '#app/problems/times.ts'

const dayStart = (time: number, daysLater = 0) => {
  const day = new Date(time)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime()
}

/**
 * Returns whether a group holds queued links. It comes first, because it counts as newer than any
 * day.
 */
export const isWaitingGroup = ({ key }: Day): boolean => key === WAITING_KEY
const WAITING_KEY = `day-${Number.POSITIVE_INFINITY}`

/** Returns "Today", "Yesterday", "May 12" or "May 12, 2024", by the calendar of this device. */
export function dayLabel(time: number, now: number): string {
  if (time === Number.POSITIVE_INFINITY) return 'Waiting to sync'
  const start = dayStart(time)
  if (start >= dayStart(now)) return 'Today'
  if (start === dayStart(now, -1)) return 'Yesterday'
  return dayText(time, now)
}

/**
 * Groups creation times, sorted from new to old, by day. The start of a day is computed once per
 * day, because a list has thousands of links and few days.
 */
export function groupByDay(created: number[], now = Date.now()): Day[] {
  const days: Day[] = []
  let dayBegin = Number.POSITIVE_INFINITY
  for (const [index, time] of created.entries()) {
    const last = days.at(-1)
    if (time < dayBegin || !last) {
      // Queued links count as newer than any day, so their group comes first.
      dayBegin = Number.isFinite(time) ? dayStart(time) : time
      const label = dayLabel(time, now)
      if (label !== last?.label) {
        days.push({ key: `day-${dayBegin}`, label, first: index, count: 1 })
        continue
      }
    }
    if (last) last.count += 1
  }
  return days
}

/** Returns a single group without a heading, for other sort orders. */
export const singleGroup = (count: number): Day[] => [{ key: 'all', label: null, first: 0, count }]

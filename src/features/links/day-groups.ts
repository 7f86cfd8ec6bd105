/** A line of the list: a heading, or the place of one link. */
export type ListLine =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'link'; key: string; id: string }

const DAY: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric' }
const thisYear = new Intl.DateTimeFormat('en-US', DAY)
const otherYear = new Intl.DateTimeFormat('en-US', { ...DAY, year: 'numeric' })

const dayStart = (time: number, daysLater = 0) => {
  const day = new Date(time)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime()
}

/** Today, Yesterday, May 12, or May 12, 2024; days of the person's own calendar. */
export function dayLabel(time: number, now: number): string {
  const start = dayStart(time)
  if (start >= dayStart(now)) return 'Today'
  if (start === dayStart(now, -1)) return 'Yesterday'
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? thisYear : otherYear).format(time)
}

/**
 * Puts a heading before the first link of every day. `created` runs parallel to `ids`, newest
 * first; a day's borders are computed once, because a list has thousands of links and few days.
 */
export function groupByDay(ids: string[], created: number[], now = Date.now()): ListLine[] {
  const lines: ListLine[] = []
  let from = Number.POSITIVE_INFINITY
  let label = ''
  for (const [index, id] of ids.entries()) {
    const time = created[index] ?? 0
    if (time < from) {
      from = dayStart(time)
      const next = dayLabel(time, now)
      if (next !== label) lines.push({ kind: 'day', key: `day-${from}`, label: next })
      label = next
    }
    lines.push({ kind: 'link', key: id, id })
  }
  return lines
}

export const ungrouped = (ids: string[]): ListLine[] =>
  ids.map((id) => ({ kind: 'link', key: id, id }))

import type { AnalyticsRow } from '#contract/analytics.ts'
import { eachDay, weekday } from './days.ts'
import { rangeText } from './range.ts'

/** One bar of the chart: one day, or several days in a long range. */
export type Bar = { from: string; to: string; label: string; clicks: number; earned: number }

/** Maximum number of bars; with more, they would be too thin to tell apart. */
const MAX_BARS = 92

/** Returns the bars of a range, including days without clicks. */
export function barsOf(rows: readonly AnalyticsRow[], from: string, to: string): Bar[] {
  const days = eachDay(from, to)
  const byDay = new Map(rows.map((row) => [row.key, row]))
  const size = days.length <= MAX_BARS ? 1 : days.length <= MAX_BARS * 7 ? 7 : 28
  const bars: Bar[] = []
  for (let start = 0; start < days.length; start += size) {
    const group = days.slice(start, start + size)
    const [first = '', last = ''] = [group[0], group.at(-1)]
    bars.push({
      from: first,
      to: last,
      label: first === last ? weekday(first) : rangeText(first, last),
      clicks: sum(group.map((day) => byDay.get(day)?.clicks ?? 0)),
      earned: sum(group.map((day) => byDay.get(day)?.commissions ?? 0)),
    })
  }
  return bars
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

/**
 * Returns the smallest number of the form 1, 2, 5 or 10 times a power of ten that is at least
 * `value`. It is the top of a scale.
 */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

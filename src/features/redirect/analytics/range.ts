import {
  firstDayOf,
  isDay,
  lastDayOf,
  longDay,
  monthOf,
  plusDays,
  plusMonths,
  shortDay,
} from './days.ts'

/**
 * Common ranges. `days` is the value in the address, `label` the accessible name, `short` its
 * visible part.
 */
export const COMMON_RANGES = [
  { days: '7', short: '7 d', label: '7 days' },
  { days: '30', short: '30 d', label: '30 days' },
  { days: '90', short: '90 d', label: '90 days' },
  { days: '365', short: '1 y', label: '1 year' },
] as const

/**
 * Range of days, both ends included. `name` is set for a common range and is part of its cache key.
 */
export type Range = { from: string; to: string; name: string | null }

type RangeSearch = { days?: string | undefined; from?: string | undefined; to?: string | undefined }

const commonRange = (days: string, today: string): Range => ({
  from: plusDays(today, 1 - Number(days)),
  to: today,
  name: days,
})

/** Returns the range that the address asks for, or 30 days if it is not valid. */
export function rangeOf({ days, from, to }: RangeSearch, today: string): Range {
  if (isDay(from) && isDay(to) && from <= to && to <= today) return { from, to, name: null }
  const known = COMMON_RANGES.find((one) => one.days === days)
  return commonRange(known?.days ?? '30', today)
}

export type Preset = { label: string; from: string; to: string }

/** Returns the calendar ranges, up to today. */
export function presets(today: string): Preset[] {
  const month = monthOf(today)
  const before = plusMonths(month, -1)
  const quarter = plusMonths(month, -((Number(month.slice(5)) - 1) % 3))
  return [
    { label: 'This month', from: firstDayOf(month), to: today },
    { label: 'Last month', from: firstDayOf(before), to: lastDayOf(before) },
    { label: 'This quarter', from: firstDayOf(quarter), to: today },
    { label: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
  ]
}

/** Formats a range like "May 11 to 18". */
export function rangeText(from: string, to: string): string {
  if (from === to) return longDay(from)
  if (monthOf(from) === monthOf(to)) return `${shortDay(from)} to ${Number(to.slice(8))}`
  if (from.slice(0, 4) === to.slice(0, 4)) return `${shortDay(from)} to ${shortDay(to)}`
  return `${longDay(from)} to ${longDay(to)}`
}

export const daysText = (days: number) =>
  days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`

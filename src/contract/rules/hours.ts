import { WEEKDAYS } from './kinds.ts'

/** Weekdays (0 is Monday) and minutes of the day. A period that ends before it starts runs into the
 * next day. */
export type Hours = { days: readonly number[]; from: number; to: number }

const PATTERN = /^([a-z]{3}(?:,[a-z]{3})*) (\d\d):(\d\d)-(\d\d):(\d\d)$/

/** Parses `mon,tue 09:00-17:30`; undefined for anything else. `24:00` is the end of the day. */
export function readHours(text: string): Hours | undefined {
  const [, names = '', ...clock] = PATTERN.exec(text) ?? []
  const days = names.split(',').map((name) => WEEKDAYS.findIndex((one) => one === name))
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = clock.map(Number)
  const from = fromHour * 60 + fromMinute
  const to = toHour * 60 + toMinute
  const isClock = fromMinute < 60 && toMinute < 60 && from < DAY && to <= DAY && from !== to
  return isClock && !days.includes(-1) ? { days, from, to } : undefined
}

const DAY = 24 * 60

/** Returns whether a moment of the week is within the hours. `day` 0 is Monday. */
export function isWithin({ days, from, to }: Hours, day: number, minute: number): boolean {
  if (from < to) return days.includes(day) && minute >= from && minute < to
  const yesterday = (day + 6) % 7
  return (days.includes(day) && minute >= from) || (days.includes(yesterday) && minute < to)
}

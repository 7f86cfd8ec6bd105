/** Period in whole days (UTC). `to` is today. */
export type Range = { days: number; from: string; to: string }

export const RANGES = [7, 30, 90, 365] as const
const DAY_MS = 24 * 60 * 60 * 1000

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Reads the period from the URL. The default is 30 days. */
export function rangeOf(said: string | undefined, now: number): Range {
  const days = RANGES.find((one) => String(one) === said) ?? 30
  return { days, from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now) }
}

export const daysIn = ({ from, days }: Range): string[] =>
  Array.from({ length: days }, (_, nth) => dayOf(Date.parse(from) + nth * DAY_MS))

/** Returns the end of the period, exclusive. */
export const endOf = ({ to }: Pick<Range, 'to'>) => new Date(Date.parse(to) + DAY_MS)
export const startOf = (day: string) => new Date(day)

export const pageOf = (said: string | undefined) =>
  /^[1-9]\d{0,4}$/.test(said ?? '') ? Number(said) : 1

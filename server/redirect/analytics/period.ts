import { MAX_DAYS, type AnalyticsFilter } from '#contract/analytics.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Range of days, both ends included. `before`: the same number of days right before it. */
export type Period = {
  from: string
  to: string
  days: number
  before: { from: string; to: string }
}

const DAY_MS = 24 * 60 * 60 * 1000
const dayNumberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** Returns the requested period. Defaults: from the first day with data until today. */
export function periodOf(
  { date_from, date_to }: Pick<AnalyticsFilter, 'date_from' | 'date_to'>,
  { first, today }: { first: string | null; today: string },
): Period {
  const to = date_to ?? today
  const from = date_from ?? firstDayOfPeriod(first ?? to, to)
  const days = dayNumberOf(to) - dayNumberOf(from) + 1
  if (days < 1) throw new FieldError('date_to', 'The last day must not be before the first.')
  if (days > MAX_DAYS) throw new FieldError('date_from', 'Choose at most three years.')
  const before = { from: dayOf(dayNumberOf(from) - days), to: dayOf(dayNumberOf(from) - 1) }
  return { from, to, days, before }
}

/** Returns the first day, limited to the maximum length of a period. */
const firstDayOfPeriod = (first: string, to: string) =>
  dayOf(Math.min(dayNumberOf(to), Math.max(dayNumberOf(first), dayNumberOf(to) - MAX_DAYS + 1)))

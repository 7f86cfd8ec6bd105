import { useState } from 'react'
import { getAnalytics, setTimeZone } from '#api/analytics.ts'
import { runAction } from '#app/failure/run-action.ts'
import { ApiError } from '#http/error.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { usePages } from '#app/query/use-pages.ts'
import {
  MAX_ANALYTICS_PAGE,
  type Analytics,
  type AnalyticsRow,
  type GroupBy,
} from '#contract/analytics.ts'
import { todayIn } from './days.ts'
import { rangeOf, type Range } from './range.ts'

/** Link (or all links), range and time zone that the numbers are for. */
export type Subject = { link: string | undefined; range: Range; zone: string }

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the cache key. Common ranges use their name, so that the key stays the same from day to
 * day.
 */
const keyOf = ({ link, range, zone }: Subject, by: string) =>
  ['analytics', link ?? 'all', range.name ?? `${range.from} ${range.to}`, zone, by].join(' ')

/** Only the common ranges are saved on the device, because there are countless others. */
const isKept = ({ range }: Subject) => range.name !== null

const asked = ({ link, range }: Subject) => ({
  date_from: range.from,
  date_to: range.to,
  link_uuid: link ?? null,
})

/**
 * Returns null if the link in the address does not exist or its id is not valid. That is a result,
 * not an error.
 */
async function orNoLink<Value>(
  link: string | undefined,
  call: Promise<Value>,
): Promise<Value | null> {
  try {
    return await call
  } catch (error) {
    if (link !== undefined && error instanceof ApiError && NO_LINK.has(error.status)) return null
    throw error
  }
}
const NO_LINK = new Set<ApiError['status']>([400, 404])
const isThere = (value: unknown) => value !== null

/** Milliseconds between polls while a job moves the days to another time zone. */
const SOON_MS = 1000

type Search = Parameters<typeof rangeOf>[0]

/** Loads the days of a range for the chart, the table and the totals. */
export function useDays(link: string | undefined, search: Search) {
  // Days begin at midnight in the time zone saved on the server. Until it is known, use that of the
  // browser.
  const [zone, setZone] = useState(ownZone)
  const [wished, setWished] = useState<string>()
  const today = todayIn(zone)
  const subject = { link, range: rangeOf(search, today), zone }
  const isMoving = (value: Analytics | null | undefined) =>
    wished !== undefined && value?.period.time_zone !== wished
  const answer = useAnswer<Analytics | null>(
    keyOf(subject, 'day'),
    (options) =>
      orNoLink(link, getAnalytics({ ...asked(subject), page_size: MAX_ANALYTICS_PAGE }, options)),
    { copy: isKept(subject) && isThere, poll: (value) => (isMoving(value) ? SOON_MS : null) },
  )
  const said = answer.value?.period.time_zone
  if (said !== undefined && said !== zone) setZone(said)

  const move = (to: string) =>
    runAction('change the time zone', () => setTimeZone(to), { done: () => setWished(to) })
  return { answer, subject, today, moving: isMoving(answer.value), move }
}

export type Thing = Exclude<GroupBy, 'day'>
/** Row with an id, which lists need. */
export type ThingRow = AnalyticsRow & { id: string }

const AT_ONCE = 20

/** Loads the same numbers grouped by something other than days, page by page. */
export function useThings(subject: Subject, by: Thing) {
  return usePages<ThingRow>(
    keyOf(subject, by),
    async (page, options) => {
      const question = { ...asked(subject), group_by: by, page, page_size: AT_ONCE }
      const { results, next } = await getAnalytics(question, options)
      return { items: results.map((row) => ({ ...row, id: row.key })), next }
    },
    { copy: isKept(subject), aside: true },
  )
}

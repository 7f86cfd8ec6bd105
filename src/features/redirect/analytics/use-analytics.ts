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

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the cache key. Common ranges use their name, so that the key stays the same from day to
 * day.
 */
const cacheKey = ({ link, range, zone }: Subject, by: string) =>
  ['analytics', link ?? 'all', range.name ?? `${range.from} ${range.to}`, zone, by].join(' ')

/** Only the common ranges are saved on the device, because there are countless others. */
const isCached = ({ range }: Subject) => range.name !== null

const queryOf = ({ link, range }: Subject) => ({
  date_from: range.from,
  date_to: range.to,
  link_uuid: link ?? null,
})

/**
 * Returns null if the link in the address does not exist or its id is not valid. That is a result,
 * not an error.
 */
async function nullIfNoLink<Value>(
  link: string | undefined,
  call: Promise<Value>,
): Promise<Value | null> {
  try {
    return await call
  } catch (error) {
    if (link !== undefined && error instanceof ApiError && NO_LINK_STATUSES.has(error.status))
      return null
    throw error
  }
}
const NO_LINK_STATUSES = new Set<ApiError['status']>([400, 404])
const isFound = (value: unknown) => value !== null

/** Milliseconds between polls while a job moves the days to another time zone. */
const POLL_MS = 1000

type Search = Parameters<typeof rangeOf>[0]

/** Loads the days of a range for the chart, the table and the totals. */
export function useDays(link: string | undefined, search: Search) {
  // Days begin at midnight in the time zone saved on the server. Until it is known, use that of the
  // browser.
  const [zone, setZone] = useState(browserTimeZone)
  const [requestedZone, setRequestedZone] = useState<string>()
  const today = todayIn(zone)
  const subject = { link, range: rangeOf(search, today), zone }
  const isZoneChanging = (value: Analytics | null | undefined) =>
    requestedZone !== undefined && value?.period.time_zone !== requestedZone
  const answer = useAnswer<Analytics | null>(
    cacheKey(subject, 'day'),
    (options) =>
      nullIfNoLink(
        link,
        getAnalytics({ ...queryOf(subject), page_size: MAX_ANALYTICS_PAGE }, options),
      ),
    {
      copy: isCached(subject) && isFound,
      poll: (value) => (isZoneChanging(value) ? POLL_MS : null),
    },
  )
  const serverZone = answer.value?.period.time_zone
  if (serverZone !== undefined && serverZone !== zone) setZone(serverZone)

  const move = (to: string) =>
    runAction('change the time zone', () => setTimeZone(to), { onDone: () => setRequestedZone(to) })
  return { answer, subject, today, moving: isZoneChanging(answer.value), move }
}

export type Dimension = Exclude<GroupBy, 'day'>
/** Row with an id, which lists need. */
export type BreakdownRow = AnalyticsRow & { id: string }

const PAGE_SIZE = 20

/** Loads the same numbers grouped by something other than days, page by page. */
export function useBreakdown(subject: Subject, by: Dimension) {
  return usePages<BreakdownRow>(
    cacheKey(subject, by),
    async (page, options) => {
      const question = { ...queryOf(subject), group_by: by, page, page_size: PAGE_SIZE }
      const { results, next } = await getAnalytics(question, options)
      return { items: results.map((row) => ({ ...row, id: row.key })), next }
    },
    { copy: isCached(subject), isSecondary: true },
  )
}

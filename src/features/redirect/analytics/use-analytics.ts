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

/** Of which link, or of all, in which days, and by which clock these begin. */
export type Subject = { link: string | undefined; range: Range; zone: string }

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A usual range is one question, whatever day it is. */
const keyOf = ({ link, range, zone }: Subject, by: string) =>
  ['analytics', link ?? 'all', range.name ?? `${range.from} ${range.to}`, zone, by].join(' ')

/** Only the usual ranges are kept on the device: the others are without number. */
const isKept = ({ range }: Subject) => range.name !== null

const asked = ({ link, range }: Subject) => ({
  date_from: range.from,
  date_to: range.to,
  link_uuid: link ?? null,
})

/** An address may name a link that is not there, or no link at all: that is an answer. */
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

/** Days are moved to another time zone by a job, in a moment. */
const SOON_MS = 1000

type Search = Parameters<typeof rangeOf>[0]

/** The days of a range: what chart, table and totals are made of. */
export function useDays(link: string | undefined, search: Search) {
  // The person's days begin by the time zone that the server has; until it says so, by the browser's.
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
/** A row with an id, as lists want it. */
export type ThingRow = AnalyticsRow & { id: string }

const AT_ONCE = 20

/** The same numbers by something else, as far as they were asked for. */
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

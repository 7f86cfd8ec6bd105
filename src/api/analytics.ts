import type { Options } from 'ky'
import { Analytics, TimeZoneAnswer, type AnalyticsRequest } from '#contract/analytics.ts'
import { V2 } from '#contract/app-constants.ts'
import { answer, http } from '#http/client.ts'

/** What links brought. */
export const getAnalytics = (json: AnalyticsRequest, options: Options = {}): Promise<Analytics> =>
  answer(http.post(`${V2}/analytics/my_links/`, { json, ...options }), Analytics, options)

/** From then on days begin by this time zone; adding them up anew takes a moment. */
export const setTimeZone = (time_zone: string, options: Options = {}) =>
  answer(
    http.put(`${V2}/analytics/time_zone/`, { json: { time_zone }, ...options }),
    TimeZoneAnswer,
    options,
  )

import type { Options } from 'ky'
import { Analytics, TimeZoneAnswer, type AnalyticsRequest } from '#contract/analytics.ts'
import { V2 } from '#contract/app-constants.ts'
import { parseAnswer, http } from '#http/client.ts'

/** Returns clicks, orders and commissions of links. */
export const getAnalytics = (json: AnalyticsRequest, options: Options = {}): Promise<Analytics> =>
  parseAnswer(http.post(`${V2}/analytics/my_links/`, { json, ...options }), Analytics, options)

/**
 * Sets the time zone in which days start. The server then computes daily sums again, which takes a
 * moment.
 */
export const setTimeZone = (time_zone: string, options: Options = {}) =>
  parseAnswer(
    http.put(`${V2}/analytics/time_zone/`, { json: { time_zone }, ...options }),
    TimeZoneAnswer,
    options,
  )

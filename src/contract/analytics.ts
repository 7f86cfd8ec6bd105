import * as v from 'valibot'
import { day, list, result, text, token, Uuid } from './common.ts'
import { Money } from './money/common.ts'

/** The longest time that is looked at together; three years and the leap days. */
export const MOST_DAYS = 1100
/** So that the chart of the longest time is one call. */
export const MAX_ANALYTICS_PAGE = MOST_DAYS

export const GROUPS = ['day', 'link', 'tag', 'referrer', 'device', 'country'] as const
export const GroupBy = v.picklist(GROUPS, 'Choose day, link, tag, referrer, device or country.')
export type GroupBy = v.InferOutput<typeof GroupBy>

const Day = v.optional(v.nullable(day('Give the day as year-month-day, like 2026-05-12.')), null)
const whole = (max: number, message: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message))

/**
 * Body of POST analytics/my_links/ (A-124). Days are those of the person's time zone; without a first
 * one it begins where their numbers do, without a last one it ends today.
 */
export const AnalyticsRequest = v.object({
  date_from: Day,
  date_to: Day,
  group_by: v.optional(GroupBy, 'day'),
  link_uuid: v.optional(v.nullable(Uuid), null),
  /** Links with any of these. */
  tags: v.optional(list(text(50), 200), []),
  page: v.optional(whole(1_000_000, 'Give the number of a page.'), 1),
  page_size: v.optional(
    whole(MAX_ANALYTICS_PAGE, `Give a number up to ${MAX_ANALYTICS_PAGE}.`),
    20,
  ),
})
export type AnalyticsRequest = v.InferInput<typeof AnalyticsRequest>
export type AnalyticsFilter = v.InferOutput<typeof AnalyticsRequest>

const sums = {
  /** Of people: all that are not told apart below. */
  clicks: v.number(),
  /** Of these, the first of each person on a link on a day. */
  people: v.number(),
  /** Orders. */
  conversions: v.number(),
  /** What was ordered, as far as commission is paid on it. */
  revenue: Money,
  /** What the person earns by it, whether approved already or not. */
  commissions: Money,
  /** Orders of a hundred clicks; null without a click. */
  conversions_per_100_clicks: v.nullable(v.number()),
}

/** `key` is a day, the id of a link, a tag, a host, a device or a country; empty where it is not known. */
export const AnalyticsRow = v.object({ key: v.string(), label: v.string(), ...sums })
export type AnalyticsRow = v.InferOutput<typeof AnalyticsRow>

export const AnalyticsTotals = v.object({
  ...sums,
  /** Requests that are no clicks of people. */
  apart: v.object({
    bots: v.number(),
    previews: v.number(),
    duplicates: v.number(),
    own: v.number(),
  }),
})
export type AnalyticsTotals = v.InferOutput<typeof AnalyticsTotals>

export const Analytics = v.object({
  results: v.array(AnalyticsRow),
  next: v.nullable(v.number()),
  count: v.number(),
  totals: AnalyticsTotals,
  /** Of as many days right before. */
  before: AnalyticsTotals,
  period: v.object({
    date_from: v.string(),
    date_to: v.string(),
    days: v.number(),
    /** The last day is this one. */
    today: v.string(),
    time_zone: v.string(),
  }),
  /** Of the one link that was asked for. */
  link_name: v.nullable(v.string()),
  /**
   * Of the one link: how often the person's page was looked at by people in these days (UTC), and clicks on
   * the link that came from there. Null without a page; left out for all links together.
   */
  page: v.optional(v.nullable(v.object({ views: v.number(), clicks: v.number() }))),
  /** Whether this server knows where visitors come from. */
  knows_countries: v.boolean(),
})
export type Analytics = v.InferOutput<typeof Analytics>

/** As browsers call it; what begins with a sign means one thing to them and another to the database. */
export const TimeZone = v.pipe(
  token(64),
  v.regex(/^[a-z][\w+/-]*$/i, 'Choose a time zone, like Europe/Berlin.'),
)

/** PUT analytics/time_zone/ (ours): days are added up anew in the background. */
export const TimeZoneEdit = v.object({ time_zone: TimeZone })
export const TimeZoneAnswer = result(v.object({ time_zone: v.string() }))

/** Body of POST /v1/action_ext. */
export const ExtensionAction = v.object({
  action: v.picklist(
    ['installed', 'opened', 'link_created', 'dismissed'],
    'Name what happened: installed, opened, link_created or dismissed.',
  ),
  browser: v.optional(text(100), ''),
  /** What else the extension says of it. */
  meta: v.optional(v.nullable(text(2000)), null),
})
export type ExtensionAction = v.InferOutput<typeof ExtensionAction>

import * as v from 'valibot'
import { day, list, result, text, token, Uuid } from './common.ts'
import { Money } from './money/common.ts'
import { EarnedElsewhere } from './money/networks.ts'

/** Maximum length of a period in days: three years and the leap days. */
export const MAX_DAYS = 1100
/** Maximum page size. The chart of the longest period must fit into one call. */
export const MAX_ANALYTICS_PAGE = MAX_DAYS

/**
 * Properties that only some clicks have. They are counted apart from referrer, device and country,
 * so that a click without any costs nothing more.
 * - source: where the link was shared, from `/code/story` or `?from=story`
 * - rule: id of the rule that chose the target, or `else` if none of the link's rules matched
 * - app: app whose built-in browser opened the link, `instagram`, or `instagram-out` if the visitor
 *   was shown the way to the browser
 */
export const FACETS = ['source', 'rule', 'app'] as const
export type Facet = (typeof FACETS)[number]

export const GROUPS = [
  'day',
  'link',
  'tag',
  'referrer',
  'device',
  'country',
  'source',
  'rule',
  'app',
] as const
export const GroupBy = v.picklist(
  GROUPS,
  'Choose day, link, tag, referrer, device, country, source, rule or app.',
)
export type GroupBy = v.InferOutput<typeof GroupBy>

const Day = v.optional(v.nullable(day('Send the day as year-month-day, like 2026-05-12.')), null)
const integerUpTo = (max: number, message: string) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message))

/**
 * Body of POST analytics/my_links/ (A-124). Days are in the user's time zone. Without `date_from`
 * the period starts on the first day with data; without `date_to` it ends today.
 */
export const AnalyticsRequest = v.object({
  date_from: Day,
  date_to: Day,
  group_by: v.optional(GroupBy, 'day'),
  link_uuid: v.optional(v.nullable(Uuid), null),
  /** Includes links that have any of these tags. */
  tags: v.optional(list(text(50), 200), []),
  page: v.optional(integerUpTo(1_000_000, 'Send a page number.'), 1),
  page_size: v.optional(
    integerUpTo(MAX_ANALYTICS_PAGE, `Send a number up to ${MAX_ANALYTICS_PAGE}.`),
    20,
  ),
})
export type AnalyticsRequest = v.InferInput<typeof AnalyticsRequest>
export type AnalyticsFilter = v.InferOutput<typeof AnalyticsRequest>

const sums = {
  /** Clicks by people, without the requests counted in `apart`. */
  clicks: v.number(),
  /** Unique visitors: the first click of each person per link and day. */
  people: v.number(),
  /** Number of orders. */
  conversions: v.number(),
  /** Part of the order amounts on which commission is paid. */
  revenue: Money,
  /** Commission of the user, approved or not. */
  commissions: Money,
  /** Orders per hundred clicks; null without clicks. */
  conversions_per_100_clicks: v.nullable(v.number()),
}

/**
 * `key` is a day, link id, tag, host, device, country, source, rule id or app. It is empty if
 * unknown.
 * Clicks that no rule of their link matched have the rule `else`.
 */
export const AnalyticsRow = v.object({ key: v.string(), label: v.string(), ...sums })
export type AnalyticsRow = v.InferOutput<typeof AnalyticsRow>

export const AnalyticsTotals = v.object({
  ...sums,
  /** Requests that do not count as clicks of people. */
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
  /** Totals of the same number of days directly before this period. */
  before: AnalyticsTotals,
  /**
   * Visits that other link shorteners counted before an import, whatever the period. They are in no
   * other number. Left out by older servers and in older local copies.
   */
  before_split: v.optional(v.number(), 0),
  period: v.object({
    date_from: v.string(),
    date_to: v.string(),
    days: v.number(),
    /** Whether the last day is today. */
    today: v.string(),
    time_zone: v.string(),
  }),
  /** Name of the requested link. */
  link_name: v.nullable(v.string()),
  /**
   * Only for a single link: views of the user's page by people in these days (UTC), and clicks on
   * the link from that page. Null without a page; left out for all links together.
   */
  page: v.optional(v.nullable(v.object({ views: v.number(), clicks: v.number() }))),
  /**
   * Income from affiliate networks in these days (UTC), not part of `commissions`. Left out if there
   * is none.
   */
  earned_elsewhere: v.optional(EarnedElsewhere),
  /**
   * Time up to which the numbers are complete. Left out if they are current. Only set for days in
   * the past, whose numbers may come from a replica of the database.
   */
  as_of: v.optional(v.string()),
  /** Whether this server can determine the country of visitors. */
  knows_countries: v.boolean(),
})
export type Analytics = v.InferOutput<typeof Analytics>

/**
 * IANA name of a time zone. Offsets such as `+02:00` are refused because browsers and PostgreSQL
 * interpret the sign differently.
 */
export const TimeZone = v.pipe(
  token(64),
  v.regex(/^[a-z][\w+/-]*$/i, 'Choose a time zone, like Europe/Berlin.'),
)

/**
 * Body of PUT analytics/time_zone/ (not in the specification). Daily sums are computed again in the
 * background.
 */
export const TimeZoneEdit = v.object({ time_zone: TimeZone })
export const TimeZoneAnswer = result(v.object({ time_zone: v.string() }))

/** Body of POST /v1/action_ext. */
export const ExtensionAction = v.object({
  action: v.picklist(
    ['installed', 'opened', 'link_created', 'dismissed'],
    'Send installed, opened, link_created or dismissed.',
  ),
  browser: v.optional(text(100), ''),
  /** Additional information from the extension. */
  meta: v.optional(v.nullable(text(2000)), null),
})
export type ExtensionAction = v.InferOutput<typeof ExtensionAction>

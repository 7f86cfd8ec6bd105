import * as v from 'valibot'
import { Uuid } from '../common.ts'
import { Rule } from '../rules/rules.ts'
import { LinkEarnings } from './earnings.ts'
import { AppStop, InAppName } from './in-app.ts'

export const LinkDomain = v.object({ domain: v.string(), id: v.number(), is_main: v.boolean() })
export type LinkDomain = v.InferOutput<typeof LinkDomain>

/** Corners as fractions of the picture, or as pixels if x2 is above 1 (spec section 3). */
export const ImageParams = v.object({
  x1: v.number(),
  y1: v.number(),
  x2: v.number(),
  y2: v.number(),
})
export type ImageParams = v.InferOutput<typeof ImageParams>

/**
 * Reason why the target page could not be read; null if it was read or reading has not ended. With
 * `no_such_host`, the address leads nowhere.
 */
export const MetaError = v.picklist([
  'unreachable',
  'no_such_host',
  'refused',
  'not_html',
  'too_large',
  'blocked',
])
export type MetaError = v.InferOutput<typeof MetaError>

/** Problem of a link's target page, found on two visits a day apart. */
export const LinkProblem = v.picklist(['gone', 'home', 'sold-out'])
export type LinkProblem = v.InferOutput<typeof LinkProblem>

/** Null if no problem is known or the creator dismissed it. */
export const LinkHealth = v.nullable(v.object({ problem: LinkProblem, checked_at: v.string() }))
export type LinkHealth = v.InferOutput<typeof LinkHealth>

/**
 * Reason why the operator blocked a link: the facts, the broken rule and the address for
 * objections.
 */
export const LinkBlock = v.nullable(
  v.object({ why: v.string(), rule: v.string(), since: v.string(), contact: v.string() }),
)
export type LinkBlock = v.InferOutput<typeof LinkBlock>

const count = v.number()

/** Number of days for which a link has daily clicks. */
export const RECENT_DAYS = 30

/**
 * Clicks per day up to `until`, the last day that had any. Days before the first click are left
 * out.
 */
export const RecentClicks = v.object({ until: v.string(), days: v.array(v.number()) })
export type RecentClicks = v.InferOutput<typeof RecentClicks>

/** Short link in all answers (spec section 3). Money in USD, times in ISO 8601, UTC. */
export const ShortLink = v.object({
  uuid: Uuid,
  name: v.string(),
  image_url: v.nullable(v.string()),
  domain: v.string(),
  url: v.string(),
  url_editable: v.boolean(),
  /**
   * True if the completed address could not be reached and the server found this one instead
   * (D-16).
   */
  address_corrected: v.optional(v.boolean()),
  target_url: v.string(),
  split_url: v.string(),
  short_code: v.string(),
  /**
   * True if the code comes from another link shortener and is found only in this spelling. Left out
   * for others. Not in the specification.
   */
  exact_code: v.optional(v.boolean()),
  commission_percentage: v.nullable(v.number()),
  lifetime_clicks: count,
  /**
   * Clicks by the creator, on a device where they were signed in that day. Not included in
   * `lifetime_clicks`.
   */
  own_clicks: v.optional(count),
  /**
   * Visits that another link shortener counted before an import. They are in no other number. Left
   * out if there are none. Not in the specification.
   */
  clicks_before: v.optional(count),
  /** Left out if there were no clicks, by older servers and in older local copies. */
  recent_clicks: v.optional(RecentClicks),
  lifetime_commissions: count,
  lifetime_revenue: count,
  ...LinkEarnings,
  meta_extraction_progress: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  meta_extraction_error: v.optional(v.nullable(MetaError), null),
  custom_image_upload_id: v.nullable(v.number()),
  custom_image_params: v.nullable(ImageParams),
  image_upload_id: v.nullable(v.number()),
  /** Square crop beside the full one (D-42). */
  thumbnail_params: v.optional(v.nullable(ImageParams)),
  /** Alternative text of the picture; empty if it is decorative. Missing in older local copies. */
  image_alt: v.optional(v.string()),
  regular_collection_names: v.array(v.string()),
  tags: v.array(v.string()),
  treat_as_in_network: v.boolean(),
  treat_as_in_network_editable: v.boolean(),
  has_tutorial_enabled: v.boolean(),
  link_domain_id: LinkDomain,
  utm_source: v.string(),
  utm_medium: v.string(),
  utm_campaign: v.string(),
  utm_term: v.string(),
  utm_content: v.string(),
  is_hidden: v.boolean(),
  /**
   * Time before which visitors get a page with this time instead of a redirect. Missing in older
   * local copies.
   */
  starts_at: v.optional(v.nullable(v.string())),
  /** Number of openings after which the link has ended; null for no limit. */
  max_clicks: v.optional(v.nullable(v.number())),
  /** Number of openings since `max_clicks` was set; 0 without a limit. */
  used_clicks: v.optional(count),
  /** Whether visitors need a password. The password itself is in no answer. */
  has_password: v.optional(v.boolean()),
  /**
   * Time from which visitors get `fallback_url`, or a notice that the link has expired. Missing in
   * older local copies.
   */
  expires_at: v.optional(v.nullable(v.string())),
  fallback_url: v.optional(v.string()),
  pass_query: v.optional(v.boolean()),
  /** Rules that choose another target for some visitors. Left out if there are none. */
  rules: v.optional(v.array(Rule)),
  /** Null for the default of the account. Missing in older local copies. */
  open_in_browser: v.optional(v.nullable(v.boolean())),
  /** Apps whose visitors stay inside. Missing in older local copies. */
  kept_in_app: v.optional(v.array(InAppName)),
  /** Apps that Split added to `kept_in_app`. Left out if there are none. */
  app_stops: v.optional(v.array(AppStop)),
  /** True if the operator blocked the link. It then redirects nowhere. */
  is_blocked: v.optional(v.boolean()),
  /** Left out by older servers and in older local copies. */
  block: v.optional(LinkBlock),
  /** Left out by servers without health checks and in older local copies. */
  health: v.optional(LinkHealth),
  /** Id in the user's own system; left out if there is none. Not in the specification. */
  external_id: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
})
export type ShortLink = v.InferOutput<typeof ShortLink>

export const LinkDomains = v.object({ results: v.array(LinkDomain) })

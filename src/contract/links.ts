import * as v from 'valibot'
import { address, FieldErrors, list, MAX_ID, page, result, text, token, Uuid } from './common.ts'
import { Base } from './conflicts.ts'
import { EditedCode, NewCode } from './links/codes.ts'
import { LinkEarnings } from './links/earnings.ts'
import { AppStop, InAppName, LinkInApp } from './links/in-app.ts'
import { LinkLimits } from './links/limits.ts'
import {
  MAX_COLLECTIONS,
  MAX_LINK_PAGE_SIZE,
  MAX_BULK_LINKS,
  MAX_FILTER_COLLECTIONS,
  MAX_PAGE,
  MAX_TAGS,
  PAGE_SIZE,
} from './limits.ts'
import { Rule, Rules } from './rules/rules.ts'
import { LinkOrder } from './search/link-order.ts'
import { distinctNames } from './search/spellings.ts'

/**
 * Adds `http://` to a typed address: `example.com` becomes `http://example.com/` (spec section 5,
 * D-16). The path gets a final slash unless its last segment has a dot. Text that starts with http
 * is not changed.
 */
export function withScheme(typed: string): string {
  const url = typed.trim()
  if (/^https?:/i.test(url) || url === '') return url
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const lastSegment = path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : ''
  const slash = path.endsWith('/') || lastSegment.includes('.') ? '' : '/'
  return `http://${path}${slash}${rest}`
}

/** Returns whether `withScheme` would change the address. */
export const needsScheme = (typed: string) => typed.trim() !== withScheme(typed)

export const INVALID_URL_TEXT = 'Enter a valid URL, like https://example.com/page.'

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

export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

/** Name of a campaign field of links. */
export type UtmField = (typeof UTM_FIELDS)[number]

/** Returns whether a parameter has a field of its own in links. */
export const isUtm = (name: string): name is UtmField => UTM_FIELDS.some((field) => field === name)

const Url = v.pipe(address(2000), v.minLength(1, 'Paste a URL.'))

const TOO_MANY_TAGS = `A link can have ${MAX_TAGS} tags.`

/**
 * Tags without blank and repeated ones, which are removed silently. Of tags that
 * differ only in case, accents or the like the first is kept.
 */
export const Tags = v.pipe(
  list(text(50), 10 * MAX_TAGS, TOO_MANY_TAGS),
  v.transform((tags) => distinctNames(tags.filter((tag) => tag !== ''))),
  v.maxLength(MAX_TAGS, TOO_MANY_TAGS),
)

/**
 * True if the client added the scheme to the typed address. The server may then correct it (D-16).
 */
const schemeAdded = v.optional(v.boolean())

const CollectionNames = v.optional(list(text(120), MAX_COLLECTIONS))

const utm = v.optional(text(200))
export const UNKNOWN_DOMAIN = 'Choose one of your domains.'

/**
 * Id of a link in the user's own system, unique per user. Addresses cannot contain `.` and `..` as
 * parts, so such a link could not be found by its id. Not in the specification.
 */
export const ExternalId = v.pipe(
  address(200),
  v.minLength(1, 'Give an id, or leave it out.'),
  v.check((id) => id !== '.' && id !== '..', 'Use another id than . or .. for this link.'),
)

/** Fields that can be set when a link is created, and changed later. */
const LinkContent = {
  regular_collection_names: CollectionNames,
  name: v.optional(v.pipe(text(300), v.minLength(1, 'Enter a name.'))),
  short_code: NewCode,
  tags: v.optional(Tags),
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
  is_hidden: v.optional(v.boolean()),
  show_code: v.optional(v.boolean()),
  link_domain_id: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, UNKNOWN_DOMAIN),
      v.maxValue(MAX_ID, UNKNOWN_DOMAIN),
    ),
  ),
  ...LinkLimits,
  fallback_url: v.optional(address(2000)),
  pass_query: v.optional(v.boolean()),
  rules: v.optional(Rules),
  ...LinkInApp,
  external_id: v.optional(v.nullable(ExternalId)),
}

/**
 * Body of POST links/ (A-026). The specification has `url` and `regular_collection_names`; the
 * other fields save the public API a second call.
 */
export const NewLink = v.object({ url: Url, scheme_added: schemeAdded, ...LinkContent })
export type NewLink = v.InferInput<typeof NewLink>

/** Maximum number of links that one call creates. */
export const MAX_NEW_LINKS = 100

/**
 * Body of POST links/bulk/. Each link is validated by itself, so that one mistake does not refuse
 * the others. Not in the specification.
 */
export const NewLinks = v.object({
  links: v.pipe(
    list(v.unknown(), MAX_NEW_LINKS, `Send at most ${MAX_NEW_LINKS} links in one call.`),
    v.minLength(1, 'Send at least one link.'),
  ),
})

/** Answer of POST links/bulk/, one result for each link in the same order. */
export const NewLinksAnswer = v.object({
  results: v.array(
    v.union([v.object({ uuid: Uuid, split_url: v.string() }), v.object({ errors: FieldErrors })]),
  ),
})
export type NewLinksAnswer = v.InferOutput<typeof NewLinksAnswer>

/** Body of PATCH links/{uuid}/ (A-029). Fields left out keep their value; for utm_* see D-24. */
export const LinkEdit = v.object({
  /** Validated by the server itself, because its error belongs to `image_upload_id` (D-25). */
  custom_image_upload_id: v.optional(v.unknown()),
  custom_image_params: v.optional(v.unknown()),
  thumbnail_params: v.optional(v.unknown()),
  image_alt: v.optional(text(200)),
  url: v.optional(Url),
  scheme_added: schemeAdded,
  treat_as_in_network: v.optional(v.boolean()),
  has_tutorial_enabled: v.optional(v.boolean()),
  base: Base,
  ...LinkContent,
  short_code: EditedCode,
})
export type LinkEdit = v.InferInput<typeof LinkEdit>

/**
 * Body of PUT links/split/{uuid}/custom_image: the corners as separate fields or as an
 * object.
 */
export const CustomImage = v.pipe(
  v.looseObject({}),
  v.transform(({ x1, y1, x2, y2, ...rest }) => {
    const corners = { x1, y1, x2, y2 }
    const hasCorners = Object.values(corners).some((corner) => corner !== undefined)
    const { custom_image_params = hasCorners ? corners : undefined, thumbnail_params } = rest
    const isCropOnly = custom_image_params !== undefined || thumbnail_params !== undefined
    // An empty body is an error of the missing picture. A crop alone applies to the current
    // picture.
    const { custom_image_upload_id = isCropOnly ? undefined : '' } = rest
    return { custom_image_upload_id, custom_image_params, thumbnail_params }
  }),
)

/** Body of POST links/search/ (A-025). `since` is the cursor of an earlier answer. */
export const LinkSearch = v.object({
  q: v.optional(text(200), ''),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 1),
  page_size: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINK_PAGE_SIZE)),
    PAGE_SIZE,
  ),
  tags: v.optional(list(text(50), MAX_TAGS), []),
  regular_collection_names: v.optional(list(text(120), MAX_FILTER_COLLECTIONS), []),
  domain: v.optional(address(255), ''),
  ordering: v.optional(LinkOrder, '-created'),
  since: v.optional(token(200)),
})
export type LinkSearch = v.InferInput<typeof LinkSearch>

/** Page of links, newest first. `cursor` is the start for later requests of changes. */
export const LinkPage = v.object({ ...page(ShortLink).entries, cursor: v.string() })
export type LinkPage = v.InferOutput<typeof LinkPage>

/**
 * Changes since a cursor. `removed` holds ids that left this list: hidden, shown again in the other
 * list, or deleted. `has_more`: request again with the new cursor. `complete: false`: the cursor is
 * too old or unknown, so load the whole list again.
 */
export const LinkDelta = v.object({
  results: v.array(ShortLink),
  removed: v.array(Uuid),
  cursor: v.string(),
  has_more: v.boolean(),
  complete: v.boolean(),
})
export type LinkDelta = v.InferOutput<typeof LinkDelta>

export const BulkTags = v.object({
  uuids: v.pipe(list(Uuid, MAX_BULK_LINKS), v.minLength(1, 'Select at least one link.')),
  tags: Tags,
  mode: v.optional(v.picklist(['add', 'remove', 'set']), 'add'),
})
export type BulkTags = v.InferInput<typeof BulkTags>
export const BulkTagsAnswer = v.object({
  results: v.array(
    v.object({ uuid: Uuid, tags: v.array(v.string()), updated_at: v.optional(v.string()) }),
  ),
})

export const NextShortCode = result(v.object({ short_code: v.string() }))
export const LinkDomains = v.object({ results: v.array(LinkDomain) })
export const TagSuggestions = v.object({
  results: v.array(v.object({ name: v.string() })),
  next: v.nullable(v.string()),
})

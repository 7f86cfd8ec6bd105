import * as v from 'valibot'
import { address, page, text, token, Uuid } from '../common.ts'

/** State of a campaign by its start and end times. */
export const CampaignStatus = v.picklist(
  ['active', 'upcoming', 'ended'],
  'Choose active, upcoming or ended.',
)
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>

export const PromotionType = v.picklist(['event', 'bonus_opp'], 'Choose event or bonus_opp.')
export type PromotionType = v.InferOutput<typeof PromotionType>

/** `trending`: by visitors of the last seven days; `top`: by the total paid so far (D-55). */
export const OrganizationOrder = v.picklist(['trending', 'top'], 'Choose trending or top.')
export type OrganizationOrder = v.InferOutput<typeof OrganizationOrder>

/** Amount of an order that commission is calculated from. */
export const CommissionBase = v.picklist(['net', 'gross', 'subtotal'])
export type CommissionBase = v.InferOutput<typeof CommissionBase>

const logo = v.nullable(v.string())
const percentage = v.number()

/** Brand as other objects name it. */
export const OrganizationName = v.object({ uuid: Uuid, name: v.string(), logo_url: logo })
export type OrganizationName = v.InferOutput<typeof OrganizationName>

/** Commission terms that a creator needs to know before sharing a link. Days are whole days. */
export const Terms = v.object({
  base: CommissionBase,
  /**
   * Days after the order until a commission becomes available, if the brand has not decided before.
   */
  hold_days: v.number(),
  /** Minimum hours until a commission becomes available, even if the brand approves it earlier. */
  min_hold_hours: v.number(),
  /** Days in which a customer can return goods. */
  return_days: v.number(),
  /** Days after a click in which an order counts. */
  window_days: v.number(),
  /**
   * `when_funded`: the creator is paid after the brand has paid; `guaranteed`: independently of it.
   */
  pays: v.picklist(['when_funded', 'guaranteed']),
  /**
   * Whether the brand confirms that customers pay the same price with and without a creator's link.
   */
  same_price: v.boolean(),
  /**
   * Rates that differ from `commission_percentage`, for a category of goods or for new customers.
   */
  rates: v.array(
    v.object({
      category: v.string(),
      new_customers: v.boolean(),
      commission_percentage: percentage,
    }),
  ),
  /** Lower percentage that was announced, and the time when it starts. */
  next_rate: v.nullable(v.object({ commission_percentage: percentage, starts_at: v.string() })),
})
export type Terms = v.InferOutput<typeof Terms>

/** A brand. */
export const Organization = v.object({
  ...OrganizationName.entries,
  cover_url: logo,
  description: v.string(),
  website: v.string(),
  /** Hosts where the brand sells, optionally with a path: `shop.example`, `mall.example/shop`. */
  domains: v.array(v.string()),
  /** Percentage of a sale that the creator gets today. */
  commission_percentage: percentage,
  categories: v.array(v.string()),
  /** Whether the brand knows who this creator is. */
  is_connected: v.boolean(),
  active_campaigns: v.number(),
  terms: Terms,
})
export type Organization = v.InferOutput<typeof Organization>

/** Discount code that a brand gave a creator, with its sales in dollars, without reversed orders. */
const OwnCode = v.object({
  code: v.string(),
  orders: v.number(),
  sold: v.number(),
  earned: v.number(),
})

/** Body of GET discount_codes/ (not in the specification): codes that still count, newest first. */
export const DiscountCodes = v.object({
  results: v.array(
    v.object({
      ...OwnCode.entries,
      organization: v.pick(OrganizationName, ['uuid', 'name']),
      created_at: v.string(),
    }),
  ),
})
export type DiscountCodes = v.InferOutput<typeof DiscountCodes>

/**
 * Sales of this creator alone with one brand (organizations/{uuid}/own/, not in the specification).
 */
export const OwnSales = v.object({
  orders: v.number(),
  /**
   * Amount that commission was calculated from, without reversed orders. `earned` is that
   * commission.
   */
  sold: v.number(),
  earned: v.number(),
  links: v.number(),
  /** Codes that still count, newest first. */
  codes: v.optional(v.array(OwnCode), []),
})
export type OwnSales = v.InferOutput<typeof OwnSales>

/** `starts_at` is null if it started with the brand; `ends_at` is null if it has no end. */
const schedule = {
  status: CampaignStatus,
  starts_at: v.nullable(v.string()),
  ends_at: v.nullable(v.string()),
}

/** Campaign for which a brand looks for creators. */
export const Campaign = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  image_url: logo,
  ...schedule,
  organization: OrganizationName,
  commission_percentage: percentage,
  /** Initial text of the message field in the chat (D-57). */
  apply_message: v.string(),
})
export type Campaign = v.InferOutput<typeof Campaign>

/** Event or bonus opportunity. `organization` is null if it belongs to no single brand. */
export const Promotion = v.object({
  id: v.number(),
  type: PromotionType,
  title: v.string(),
  text: v.string(),
  image_url: logo,
  ...schedule,
  organization: v.nullable(OrganizationName),
  /** Web address, or an empty string. */
  url: v.string(),
  /** US dollars; null if no amount is given. */
  bonus_amount: v.nullable(v.number()),
})
export type Promotion = v.InferOutput<typeof Promotion>

/** Product that several creators link to. `url` is the product page, not a short link. */
export const TrendingProduct = v.object({
  url: v.string(),
  name: v.string(),
  image_url: logo,
  domain: v.string(),
  organization: v.nullable(OrganizationName),
  /** Clicks of different visitors in the last seven days. */
  clicks_7d: v.number(),
  commission_percentage: v.nullable(percentage),
})
export type TrendingProduct = v.InferOutput<typeof TrendingProduct>

/** Brand with the promotions and products of its page. */
export const DiscoveredOrganization = v.object({
  ...Organization.entries,
  promotions: v.array(Promotion),
  products: v.array(TrendingProduct),
})
export type DiscoveredOrganization = v.InferOutput<typeof DiscoveredOrganization>

/** Shop in which a brand sells. */
export const Store = v.object({
  id: v.number(),
  name: v.string(),
  domain: v.string(),
  logo_url: logo,
  commission_percentage: percentage,
  organization_uuid: Uuid,
})
export type Store = v.InferOutput<typeof Store>

/**
 * Shops of all brands, for clients that match addresses themselves (shops/, not in the
 * specification). `domain` is a host, optionally with a path.
 */
export const Shops = v.object({
  results: v.array(
    v.object({ name: v.string(), domain: v.string(), commission_percentage: percentage }),
  ),
})
export type Shops = v.InferOutput<typeof Shops>

/** Result of checking whether a shop pays commission, before a link to it exists. */
export const CheckedDomain = v.object({
  domain: v.string(),
  in_network: v.boolean(),
  organization: v.nullable(v.object({ uuid: Uuid, name: v.string() })),
  commission_percentage: v.nullable(percentage),
})
export type CheckedDomain = v.InferOutput<typeof CheckedDomain>

export const WebResult = v.object({
  title: v.string(),
  url: v.string(),
  snippet: v.string(),
  image_url: logo,
  domain: v.string(),
  in_network: v.boolean(),
  /** Percentage that the shop pays today. Null if it pays none or excludes this page. */
  commission_percentage: v.fallback(v.nullable(percentage), null),
})
export type WebResult = v.InferOutput<typeof WebResult>

/** `local`: no web search is configured and the results come from this app (D-56). */
export const SearchSource = v.picklist(['google', 'web', 'local'])
export type SearchSource = v.InferOutput<typeof SearchSource>

/**
 * Body of GET websearch/search/ (A-105). If the engine reports no total, `count` is the number of
 * returned results.
 */
export const WebSearch = v.object({
  ...page(WebResult).entries,
  source: SearchSource,
  /** Host of the search engine; empty for local results. */
  engine: v.string(),
})
export type WebSearch = v.InferOutput<typeof WebSearch>

/* Query parameters of the lists, besides those for pages. All of them are text. */
const organization = v.optional(v.pipe(token(36), v.uuid('This is not an id.')))

/** Query of campaigns/ and organizations/campaigns/ (A-094, A-097). */
export const CampaignQuery = { status: v.optional(CampaignStatus), organization }
/** Query of organizations/promotions/ (A-098). */
export const PromotionQuery = {
  type: v.optional(PromotionType),
  status: v.optional(CampaignStatus),
  organization,
}
/**
 * Query of discover/organizations/ (A-101). `q` matches the name, a domain, or the address of a
 * page on one; `category` is one of the brand's categories.
 */
export const OrganizationQuery = {
  type: v.optional(OrganizationOrder, 'trending'),
  q: v.optional(text(200), ''),
  category: v.optional(text(60), ''),
}
/** Query of merchants/stores. */
export const StoreQuery = { q: v.optional(text(200), '') }

export const INVALID_DOMAIN = 'Enter a domain, like shop.example.'
/** Query of check_domain: a host or a web address. */
export const DomainQuery = { domain: v.pipe(address(2000), v.minLength(1, INVALID_DOMAIN)) }

/** Query of websearch/search/ (A-105). */
export const WebSearchQuery = { q: v.pipe(text(200), v.minLength(1, 'Enter a search term.')) }

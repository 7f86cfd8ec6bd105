import * as v from 'valibot'
import { page, text, token, Uuid } from './common.ts'

/** Where the clock stands to its start and its end. */
export const CampaignStatus = v.picklist(
  ['active', 'upcoming', 'ended'],
  'Choose active, upcoming or ended.',
)
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>

export const PromotionType = v.picklist(['event', 'bonus_opp'], 'Choose event or bonus_opp.')
export type PromotionType = v.InferOutput<typeof PromotionType>

/** `trending`: by visitors of the last seven days; `top`: by what it has ever paid (D-55). */
export const OrganizationOrder = v.picklist(['trending', 'top'], 'Choose trending or top.')
export type OrganizationOrder = v.InferOutput<typeof OrganizationOrder>

/** Which amount of an order a percentage is of. */
export const CommissionBase = v.picklist(['net', 'gross', 'subtotal'])
export type CommissionBase = v.InferOutput<typeof CommissionBase>

const logo = v.nullable(v.string())
const percentage = v.number()

/** A brand as others name it. */
export const OrganizationName = v.object({ uuid: Uuid, name: v.string(), logo_url: logo })
export type OrganizationName = v.InferOutput<typeof OrganizationName>

/** What a creator should know before sharing a link. Days are whole ones. */
export const Terms = v.object({
  base: CommissionBase,
  /** After the order, until a commission that nobody has decided on becomes available. */
  hold_days: v.number(),
  /** The least time for that, also after the brand has approved. */
  min_hold_hours: v.number(),
  /** In which a customer may send goods back. */
  return_days: v.number(),
  /** After a click, in which an order counts. */
  window_days: v.number(),
  /** `when_funded`: a commission waits for the brand's own payment; `guaranteed`: it does not. */
  pays: v.picklist(['when_funded', 'guaranteed']),
  /** The brand confirms that customers pay the same with and without a creator's link. */
  same_price: v.boolean(),
  /** What differs from `commission_percentage`: some goods, or people who buy for the first time. */
  rates: v.array(
    v.object({
      category: v.string(),
      new_customers: v.boolean(),
      commission_percentage: percentage,
    }),
  ),
  /** A lower percentage that was announced, and when it begins. */
  next_rate: v.nullable(v.object({ commission_percentage: percentage, starts_at: v.string() })),
})
export type Terms = v.InferOutput<typeof Terms>

/** A brand. */
export const Organization = v.object({
  ...OrganizationName.entries,
  cover_url: logo,
  description: v.string(),
  website: v.string(),
  /** Where it sells, some of it only below a path: `shop.example`, `mall.example/shop`. */
  domains: v.array(v.string()),
  /** What the creator gets of a sale today. */
  commission_percentage: percentage,
  categories: v.array(v.string()),
  /** It knows who this creator is. */
  is_connected: v.boolean(),
  active_campaigns: v.number(),
  terms: Terms,
})
export type Organization = v.InferOutput<typeof Organization>

/** What this creator has done with a brand (ours: organizations/{uuid}/own/). Nobody else's is in it. */
export const OwnSales = v.object({
  orders: v.number(),
  /** What the percentages were of, and what was earned by it; without what was reversed. */
  sold: v.number(),
  earned: v.number(),
  links: v.number(),
})
export type OwnSales = v.InferOutput<typeof OwnSales>

/** Null: it began with the brand, or it has no end. */
const running = {
  status: CampaignStatus,
  starts_at: v.nullable(v.string()),
  ends_at: v.nullable(v.string()),
}

/** What a brand looks for creators for. */
export const Campaign = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  image_url: logo,
  ...running,
  organization: OrganizationName,
  commission_percentage: percentage,
  /** What stands in the chat's field before the creator has written anything (D-57). */
  apply_message: v.string(),
})
export type Campaign = v.InferOutput<typeof Campaign>

/** An event or a chance of a bonus; null: of no brand in particular. */
export const Promotion = v.object({
  id: v.number(),
  type: PromotionType,
  title: v.string(),
  text: v.string(),
  image_url: logo,
  ...running,
  organization: v.nullable(OrganizationName),
  /** An address of the web, or empty. */
  url: v.string(),
  /** US dollars; null where none is named. */
  bonus_amount: v.nullable(v.number()),
})
export type Promotion = v.InferOutput<typeof Promotion>

/** What several creators send people to. `url` is the page itself, nobody's short link. */
export const TrendingProduct = v.object({
  url: v.string(),
  name: v.string(),
  image_url: logo,
  domain: v.string(),
  organization: v.nullable(OrganizationName),
  /** By different visitors. */
  clicks_7d: v.number(),
  commission_percentage: v.nullable(percentage),
})
export type TrendingProduct = v.InferOutput<typeof TrendingProduct>

/** A brand with what else its page shows. */
export const DiscoveredOrganization = v.object({
  ...Organization.entries,
  promotions: v.array(Promotion),
  products: v.array(TrendingProduct),
})
export type DiscoveredOrganization = v.InferOutput<typeof DiscoveredOrganization>

/** One of the places where a brand sells. */
export const Store = v.object({
  id: v.number(),
  name: v.string(),
  domain: v.string(),
  logo_url: logo,
  commission_percentage: percentage,
  organization_uuid: Uuid,
})
export type Store = v.InferOutput<typeof Store>

/** Whether a shop pays, before there is a link to it. */
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
  /** Of its shop today, where that pays; null where it does not, or this link is kept out of it. */
  commission_percentage: v.fallback(v.nullable(percentage), null),
})
export type WebResult = v.InferOutput<typeof WebResult>

/** `local`: no search of the web is set up, and these are from this app (D-56). */
export const SearchSource = v.picklist(['google', 'web', 'local'])
export type SearchSource = v.InferOutput<typeof SearchSource>

export const Campaigns = page(Campaign)
export const Promotions = page(Promotion)
export const Organizations = page(Organization)
export const TrendingProducts = page(TrendingProduct)
export const Stores = page(Store)
/** Body of GET websearch/search/ (A-105). An engine that does not say how many there are counts those it gave. */
export const WebSearch = v.object({
  ...page(WebResult).entries,
  source: SearchSource,
  /** Who was asked, as a host; empty for our own. */
  engine: v.string(),
})
export type WebSearch = v.InferOutput<typeof WebSearch>

/*
 * What the lists can be asked for, besides their pages. Of query strings, so each is text.
 */
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
 * Query of discover/organizations/ (A-101); `q` is in the name, in where it sells, or the address of a
 * page there; `category` is one of it.
 */
export const OrganizationQuery = {
  type: v.optional(OrganizationOrder, 'trending'),
  q: v.optional(text(200), ''),
  category: v.optional(text(60), ''),
}
/** Query of merchants/stores. */
export const StoreQuery = { q: v.optional(text(200), '') }

export const NO_DOMAIN = 'Enter a domain, like shop.example.'
/** Query of check_domain: a host, or an address of the web. */
export const DomainQuery = { domain: v.pipe(text(2000), v.minLength(1, NO_DOMAIN)) }

/** Query of websearch/search/ (A-105). */
export const WebSearchQuery = { q: v.pipe(text(200), v.minLength(1, 'Type what to look for.')) }

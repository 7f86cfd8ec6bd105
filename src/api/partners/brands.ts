import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  Campaign,
  CampaignStatus,
  CommissionBase,
  Organization,
  OwnSales,
  Promotion,
  PromotionType,
  SearchSource,
  Terms,
  TrendingProduct,
  WebResult,
  type DiscoveredOrganization,
  type OrganizationOrder,
} from '#contract/partners/brands.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const ORGANIZATIONS = `${V2}/organizations/`
const DISCOVER = `${V2}/discover/`

/*
 * Defaults for fields that a server of another version leaves out or sends differently. An unknown
 * status counts as ended, so that no action is offered.
 */
const status = v.fallback(CampaignStatus, 'ended')
const terms = v.object({
  ...Terms.entries,
  base: v.fallback(CommissionBase, 'net'),
  pays: v.fallback(Terms.entries.pays, 'when_funded'),
  rates: v.fallback(Terms.entries.rates, []),
  next_rate: v.fallback(Terms.entries.next_rate, null),
})
const DEFAULT_TERMS: Terms = {
  base: 'net',
  hold_days: 30,
  min_hold_hours: 72,
  return_days: 14,
  window_days: 30,
  pays: 'when_funded',
  same_price: false,
  rates: [],
  next_rate: null,
}
const OrganizationAnswer = v.object({
  ...Organization.entries,
  domains: v.fallback(Organization.entries.domains, []),
  categories: v.fallback(Organization.entries.categories, []),
  is_connected: v.fallback(v.boolean(), false),
  active_campaigns: v.fallback(v.number(), 0),
  terms: v.fallback(terms, DEFAULT_TERMS),
})
const CampaignAnswer = v.object({ ...Campaign.entries, status })
const PromotionAnswer = v.object({
  ...Promotion.entries,
  status,
  type: v.fallback(PromotionType, 'event'),
  bonus_amount: v.fallback(Promotion.entries.bonus_amount, null),
})
const DiscoveredAnswer = v.object({
  ...OrganizationAnswer.entries,
  promotions: v.fallback(rowsOf(PromotionAnswer), []),
  products: v.fallback(rowsOf(TrendingProduct), []),
}) satisfies v.GenericSchema<unknown, DiscoveredOrganization>

/** Page of a list: items with a unique `id`, and the number of the next page. */
export type BrandPage<Item> = {
  items: (Item & { id: string | number })[]
  next: number | null
  count: number
}
type ListQuery = Record<string, string | number | undefined>

/** Creates a function that loads pages of a list. `idOf` returns the unique id of an item. */
function createPageLoader<Item>(
  path: string,
  item: v.GenericSchema<unknown, Item>,
  idOf: (item: Item) => string | number,
) {
  const body = v.object({
    results: rowsOf(item),
    next: v.fallback(v.nullable(v.string()), null),
    count: v.fallback(v.number(), 0),
  })
  return async (query: ListQuery, page: number, options: Options): Promise<BrandPage<Item>> => {
    const searchParams = { ...withoutEmpty(query), page }
    const loaded = await parseAnswer(http.get(path, { searchParams, ...options }), body, options)
    const items = loaded.results.map((one) => ({ ...one, id: idOf(one) }))
    return { items, next: loaded.next === null ? null : page + 1, count: loaded.count }
  }
}

/** Returns the query parameters without empty ones. */
const withoutEmpty = (query: ListQuery): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )

const campaignPages = createPageLoader(`${ORGANIZATIONS}campaigns/`, CampaignAnswer, ({ id }) => id)
const promotionPages = createPageLoader(
  `${ORGANIZATIONS}promotions/`,
  PromotionAnswer,
  ({ id }) => id,
)
const productPages = createPageLoader(
  `${DISCOVER}products/trending/`,
  TrendingProduct,
  ({ url }) => url,
)
const brandPages = createPageLoader(
  `${DISCOVER}organizations/`,
  OrganizationAnswer,
  ({ uuid }) => uuid,
)

export const listCampaigns = (
  query: { status?: CampaignStatus; organization?: string },
  page = 1,
  options: Options = {},
): Promise<BrandPage<Campaign>> => campaignPages(query, page, options)

export const getCampaign = (id: number, options: Options = {}): Promise<Campaign> =>
  parseAnswer(http.get(`${V2}/campaigns/${id}/`, options), CampaignAnswer, options)

export const listPromotions = (
  query: { type?: PromotionType; status?: CampaignStatus; organization?: string },
  page = 1,
  options: Options = {},
): Promise<BrandPage<Promotion>> => promotionPages(query, page, options)

export const getPromotion = (id: number, options: Options = {}): Promise<Promotion> =>
  parseAnswer(http.get(`${V2}/promotions/${id}/`, options), PromotionAnswer, options)

/** Returns the creator's own sales and commission with this brand. */
export const getOwnSales = (uuid: string, options: Options = {}): Promise<OwnSales> =>
  parseAnswer(http.get(`${ORGANIZATIONS}${uuid}/own/`, options), OwnSales, options)

/** Returns a brand with its promotions and popular products. */
export const discoverOrganization = (
  uuid: string,
  options: Options = {},
): Promise<DiscoveredOrganization> =>
  parseAnswer(http.get(`${DISCOVER}organizations/${uuid}/`, options), DiscoveredAnswer, options)

export const listOrganizations = (
  query: { type?: OrganizationOrder; q?: string; category?: string },
  page = 1,
  options: Options = {},
): Promise<BrandPage<Organization>> => brandPages(query, page, options)

export const listTrendingProducts = (
  page = 1,
  options: Options = {},
): Promise<BrandPage<TrendingProduct>> => productPages({}, page, options)

const SearchAnswer = v.object({
  results: rowsOf(WebResult),
  next: v.fallback(v.nullable(v.string()), null),
  count: v.fallback(v.number(), 0),
  source: v.fallback(SearchSource, 'web'),
  engine: v.fallback(v.string(), ''),
})
type WebSearchPage = BrandPage<WebResult> & { source: SearchSource; engine: string }

export async function searchWeb(
  q: string,
  page = 1,
  options: Options = {},
): Promise<WebSearchPage> {
  const searchParams = { q, page }
  const call = http.get(`${V2}/websearch/search/`, { searchParams, ...options })
  const { results, next, ...rest } = await parseAnswer(call, SearchAnswer, options)
  const items = results.map((one) => ({ ...one, id: one.url }))
  return { ...rest, items, next: next === null ? null : page + 1 }
}

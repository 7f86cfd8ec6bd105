import type {
  Campaign,
  DiscoveredOrganization,
  Promotion,
  Terms,
  TrendingProduct,
  WebResult,
} from '#contract/partners/brands.ts'

export const BRANDS = 'GET /v2/my/discover/organizations/'
export const PRODUCTS = 'GET /v2/my/discover/products/trending/'
export const CAMPAIGNS = 'GET /v2/my/organizations/campaigns/'
export const PROMOTIONS = 'GET /v2/my/organizations/promotions/'
export const SEARCH = 'GET /v2/my/websearch/search/'
export const brandCall = ({ uuid }: { uuid: string }) =>
  `GET /v2/my/discover/organizations/${uuid}/`

/** Returns a page of a list. It is the last one without `next`. */
export const listed = <Row>(results: Row[], next: string | null = null) => ({
  results,
  next,
  count: results.length,
})

export const someTerms = (more: Partial<Terms> = {}): Terms => ({
  base: 'net',
  hold_days: 30,
  min_hold_hours: 72,
  return_days: 14,
  window_days: 30,
  pays: 'when_funded',
  same_price: false,
  rates: [],
  next_rate: null,
  ...more,
})

let brands = 0

export function aBrand(
  name: string,
  more: Partial<DiscoveredOrganization> = {},
): DiscoveredOrganization {
  brands += 1
  return {
    uuid: `00000000-0000-4000-8000-${String(brands).padStart(12, '0')}`,
    name,
    logo_url: null,
    cover_url: null,
    description: '',
    website: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    domains: [],
    commission_percentage: 10,
    categories: ['Kitchen'],
    is_connected: false,
    active_campaigns: 0,
    terms: someTerms(),
    promotions: [],
    products: [],
    ...more,
  }
}

const named = ({ uuid, name, logo_url }: DiscoveredOrganization) => ({ uuid, name, logo_url })

export const aCampaign = (
  id: number,
  name: string,
  brand: DiscoveredOrganization,
  more: Partial<Campaign> = {},
): Campaign => ({
  id,
  name,
  description: '',
  image_url: null,
  status: 'active',
  starts_at: null,
  ends_at: null,
  organization: named(brand),
  commission_percentage: 15,
  apply_message: '',
  ...more,
})

export const aPromotion = (
  id: number,
  title: string,
  brand: DiscoveredOrganization | null,
  more: Partial<Promotion> = {},
): Promotion => ({
  id,
  type: 'bonus_opp',
  title,
  text: '',
  image_url: null,
  status: 'active',
  starts_at: null,
  ends_at: null,
  organization: brand && named(brand),
  url: '',
  bonus_amount: null,
  ...more,
})

export const aProduct = (name: string, more: Partial<TrendingProduct> = {}): TrendingProduct => ({
  url: `https://shop.example/${name.toLowerCase().replaceAll(' ', '-')}`,
  name,
  image_url: null,
  domain: 'shop.example',
  organization: null,
  clicks_7d: 12,
  commission_percentage: null,
  ...more,
})

export const aResult = (title: string, more: Partial<WebResult> = {}): WebResult => ({
  title,
  url: `https://found.example/${title.toLowerCase().replaceAll(' ', '-')}`,
  snippet: '',
  image_url: null,
  domain: 'found.example',
  in_network: false,
  commission_percentage: null,
  ...more,
})

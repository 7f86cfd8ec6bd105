import {
  discoverOrganization,
  getCampaign,
  getPromotion,
  listCampaigns,
  listOrganizations,
  listPromotions,
  listTrendingProducts,
} from '#api/partners/brands.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { usePages, type Pages } from '#app/query/use-pages.ts'
import type {
  CampaignStatus,
  DiscoveredOrganization,
  OrganizationOrder,
  PromotionType,
} from '#contract/partners/brands.ts'
import { parseOfferId, campaignOffer, promotionOffer, type Offer } from './offer.ts'

/** Maximum number of pages kept on the device for reading offline. */
const MAX_KEPT_PAGES = 3
const isWithinPageLimit = ({ pages }: Pages<unknown>) => pages <= MAX_KEPT_PAGES

type BrandsQuery = { type: OrganizationOrder; q?: string; category?: string }
/** `isSecondary`: the answer is not the main content of the screen. */
type Importance = { isSecondary?: boolean }

/**
 * Lists the brands of the network, ordered by current activity (trending) or by all they have paid
 * (top).
 */
export const useBrands = (
  { type, q = '', category = '' }: BrandsQuery,
  { isSecondary = false }: Importance = {},
) =>
  usePages(
    `brands ${type} ${JSON.stringify([q, category])}`,
    (page, options) => listOrganizations({ type, q, category }, page, options),
    // Search results are not saved on the device, because they are rarely read again.
    { copy: q === '' && isWithinPageLimit, isSecondary },
  )

/** Loads a brand with everything that its page shows. */
export const useBrand = (
  uuid: string | null,
  { isSecondary = false }: Importance = {},
): Answer<DiscoveredOrganization> =>
  useAnswer(
    uuid === null ? null : `brand ${uuid}`,
    (options) => discoverOrganization(uuid ?? '', options),
    { copy: true, isSecondary },
  )

type OffersWish = {
  /** Type of promotion. All types without it. */
  type?: PromotionType | undefined
  status?: CampaignStatus | undefined
  organization?: string | undefined
}

/** Lists campaigns or promotions. */
export const useOffers = (
  kind: 'campaigns' | 'promotions',
  { type, status, organization }: OffersWish,
  { isSecondary = false }: Importance = {},
) =>
  usePages<Offer>(
    `${kind} ${JSON.stringify([type, status, organization])}`,
    async (page, options) => {
      const wish = { ...(status && { status }), ...(organization && { organization }) }
      if (kind === 'campaigns') {
        const { items, next } = await listCampaigns(wish, page, options)
        return { items: items.map(campaignOffer), next }
      }
      const { items, next } = await listPromotions(
        { ...wish, ...(type && { type }) },
        page,
        options,
      )
      return { items: items.map(promotionOffer), next }
    },
    { copy: isWithinPageLimit, isSecondary },
  )

/** Lists products that several creators link to. */
export const useTrendingProducts = ({ isSecondary = false }: Importance = {}) =>
  usePages('trending products', listTrendingProducts, {
    copy: isWithinPageLimit,
    isSecondary,
  })

/** Loads the campaign or promotion with this id. */
export function useOffer(id: string): Answer<Offer> {
  const offerId = parseOfferId(id)
  return useAnswer(
    offerId && `offer ${id}`,
    async (options) =>
      offerId?.type === 'campaign'
        ? campaignOffer(await getCampaign(offerId.number, options))
        : promotionOffer(await getPromotion(offerId?.number ?? 0, options)),
    { copy: true, isSecondary: true },
  )
}

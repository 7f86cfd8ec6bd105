import * as v from 'valibot'
import { isAmazonShop } from '#contract/amazon.ts'
import {
  MetaError,
  type LinkBlock,
  type LinkHealth,
  type ShortLink,
} from '#contract/links/short-link.ts'
import type { Config } from '../platform/config/config.ts'
import { shortUrl, toLinkDomain } from './link-domains.ts'
import type { FullLink } from './link-rows.ts'
import { targetUrl } from './target-url.ts'
import { linkPicture } from '../people/media/pictures-presenter.ts'

/** Builds a link for API answers. */
export function toLink(full: FullLink, config: Config): ShortLink {
  const { link, clicks, domain, basisPoints, collectionNames, codes } = full
  const home = { id: link.domainId, domain, isActive: full.domainIsActive }
  return {
    uuid: link.id,
    name: link.name,
    image_url: linkPicture(full),
    domain: link.host,
    url: link.url,
    url_editable: link.blockedAt === null,
    ...(link.addressCorrected && { address_corrected: true }),
    target_url: targetUrl(link),
    split_url: shortUrl(home, link.shortCode, config),
    short_code: link.shortCode,
    ...(link.exactCode && { exact_code: true }),
    commission_percentage: link.treatAsInNetwork && basisPoints !== null ? basisPoints / 100 : null,
    lifetime_clicks: clicks,
    own_clicks: full.ownClicks,
    ...(link.clicksBefore > 0 && { clicks_before: link.clicksBefore }),
    ...recentClicksOf(full),
    lifetime_commissions: link.commissionCents / 100,
    lifetime_revenue: link.revenueCents / 100,
    ...(link.elsewhereCents !== 0 && { earned_elsewhere: link.elsewhereCents / 100 }),
    ...(codes.length > 0 && { discount_codes: codes }),
    show_code: link.showsCode,
    ...(full.addsTag && isAmazonShop(link.url) && { adds_amazon_tag: true }),
    meta_extraction_progress: link.metaProgress,
    meta_extraction_error: v.is(MetaError, link.metaError) ? link.metaError : null,
    custom_image_upload_id: link.customImageUploadId,
    custom_image_params: link.customImageParams,
    image_upload_id: link.customImageUploadId,
    thumbnail_params: link.thumbnailParams,
    image_alt: link.imageAlt,
    regular_collection_names: collectionNames,
    tags: link.tags,
    treat_as_in_network: link.treatAsInNetwork,
    treat_as_in_network_editable: link.brandId !== null,
    has_tutorial_enabled: link.hasTutorialEnabled,
    link_domain_id: toLinkDomain(home, config),
    utm_source: link.utmSource,
    utm_medium: link.utmMedium,
    utm_campaign: link.utmCampaign,
    utm_term: link.utmTerm,
    utm_content: link.utmContent,
    is_hidden: link.isHidden,
    health: healthOf(full),
    starts_at: link.startsAt?.toISOString() ?? null,
    max_clicks: link.maxClicks,
    used_clicks: usedClicks(full),
    has_password: link.hasPassword,
    expires_at: link.expiresAt?.toISOString() ?? null,
    fallback_url: link.fallbackUrl,
    pass_query: link.passQuery,
    ...(link.rules && { rules: link.rules }),
    open_in_browser: link.openInBrowser,
    kept_in_app: link.keptInApp,
    ...(link.appStops && { app_stops: link.appStops }),
    is_blocked: link.blockedAt !== null,
    block: blockOf(full, config),
    ...(link.externalId !== null && { external_id: link.externalId }),
    created_at: link.createdAt.toISOString(),
    updated_at: link.updatedAt.toISOString(),
  }
}

/** Places may be left over from an earlier, higher limit. */
const usedClicks = ({ link, placesUsed }: FullLink): number =>
  Math.min(placesUsed ?? 0, link.maxClicks ?? 0)

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the clicks per day from the first day with clicks to the last. */
function recentClicksOf({ recentClicks }: FullLink): Pick<ShortLink, 'recent_clicks'> {
  const clicked = Object.keys(recentClicks ?? {}).toSorted()
  const [first, until] = [clicked[0], clicked.at(-1)]
  if (!recentClicks || first === undefined || until === undefined) return {}
  const days = (Date.parse(until) - Date.parse(first)) / DAY_MS + 1
  const dayOf = (n: number) => new Date(Date.parse(first) + n * DAY_MS).toISOString().slice(0, 10)
  return {
    recent_clicks: {
      until,
      days: Array.from({ length: days }, (_, n) => recentClicks[dayOf(n)] ?? 0),
    },
  }
}

function blockOf({ link }: FullLink, { supportEmail: contact }: Config): LinkBlock {
  if (!link.blockedAt) return null
  const { blockWhy: why, blockRule: rule } = link
  return { why, rule, since: link.blockedAt.toISOString(), contact }
}

/** Returns the problem of a link, unless it concerns an earlier target or was dismissed. */
function healthOf({ link, health }: FullLink): LinkHealth {
  const { url, problem, dismissed, checkedAt } = health ?? {}
  if (!problem || !checkedAt || url !== link.url || problem === dismissed) return null
  return { problem, checked_at: checkedAt.toISOString() }
}

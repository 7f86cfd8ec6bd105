import { isAmazonTagged } from '#contract/amazon.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { plainUrl, titleOf } from '../short-parts.ts'

/** Disclosure added wherever a link that can earn is shared. */
export const AD_TAG = '#ad'

/**
 * Returns whether a link can earn: through a brand in the network, or as an Amazon associate, also
 * if only redirects add the tracking id.
 */
export const canEarn = ({ commission_percentage, url, adds_amazon_tag }: ShortLink): boolean =>
  commission_percentage !== null || isAmazonTagged(url) || adds_amazon_tag === true

/**
 * Returns a caption for a picture post, where URLs cannot be tapped and so are shown without a
 * scheme.
 */
export function captionOf(link: ShortLink, network: 'instagram' | 'tiktok'): string {
  const parts = [titleOf(link), plainUrl(link.split_url), ...(canEarn(link) ? [AD_TAG] : [])]
  return parts.join(network === 'instagram' ? '\n\n' : ' ')
}

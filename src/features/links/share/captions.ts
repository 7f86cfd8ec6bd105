import { isAmazonTagged } from '#contract/amazon.ts'
import type { ShortLink } from '#contract/links.ts'
import { plainUrl, titleOf } from '../short-parts.ts'

/** Said for the creator wherever a link that can earn is passed on. */
export const AD = '#ad'

/** By a brand of ours, or as an associate of Amazon. */
export const canEarn = ({ commission_percentage, url }: ShortLink): boolean =>
  commission_percentage !== null || isAmazonTagged(url)

/** Text that goes under a picture, where addresses cannot be tapped and are read or typed. */
export function captionOf(link: ShortLink, network: 'instagram' | 'tiktok'): string {
  const parts = [titleOf(link), plainUrl(link.split_url), ...(canEarn(link) ? [AD] : [])]
  return parts.join(network === 'instagram' ? '\n\n' : ' ')
}

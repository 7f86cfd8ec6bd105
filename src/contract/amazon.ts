import { withoutFinalDot } from './text/hosts.ts'
import { canParseUrl } from './text/can-parse-url.ts'

/** Host of Amazon's short links. Only Amazon knows their target and associate tag. */
const SHORT_LINK_HOST = 'amzn.to'

const SHOP_HOSTS =
  /(?:^|\.)amazon\.(?:com|ca|de|es|fr|it|nl|se|pl|in|ie|ae|sa|sg|eg|co\.(?:uk|jp|za)|com\.(?:au|be|br|mx|tr))$/

/** Returns whether the URL leads to a shop of Amazon. */
export const isAmazonShop = (url: string): boolean =>
  canParseUrl(url) && SHOP_HOSTS.test(withoutFinalDot(new URL(url).hostname))

/**
 * Returns whether this is an Amazon associate link. Amazon requires a disclosure wherever one is
 * shown.
 */
export function isAmazonTagged(url: string): boolean {
  if (!canParseUrl(url)) return false
  const { hostname: host, searchParams } = new URL(url)
  const hostname = withoutFinalDot(host)
  return (
    hostname === SHORT_LINK_HOST ||
    (SHOP_HOSTS.test(hostname) && (searchParams.get('tag') ?? '') !== '')
  )
}

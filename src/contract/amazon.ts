/** Under which its associates share: where it leads, and with which tag, only Amazon knows. */
const SHORT = 'amzn.to'

const SHOPS =
  /(?:^|\.)amazon\.(?:com|ca|de|es|fr|it|nl|se|pl|in|ie|ae|sa|sg|eg|co\.(?:uk|jp|za)|com\.(?:au|be|br|mx|tr))$/

/** An associate's link, of which Amazon wants a sentence said wherever it stands. */
export function isAmazonTagged(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  return hostname === SHORT || (SHOPS.test(hostname) && (searchParams.get('tag') ?? '') !== '')
}

import { withoutFinalDot } from '#contract/text/hosts.ts'
import { areAllUnavailable } from './availability.ts'
import { readProduct } from './json-ld.ts'
import { scanPage, type Scan } from './scan-page.ts'
import { isPlaceholderTitle, isWall } from './stand-in-titles.ts'
import { plainText } from './text.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Metadata of a page. URLs are absolute. The texts are untrusted. */
export type PageMetadata = {
  title: string | undefined
  /** Picture URLs, the best first. */
  images: string[]
  /** Icon URLs, the largest first. Used if the page has no picture. */
  icons: string[]
  oembedUrl: string | undefined
  /** The page says that all offers of its product are out of stock. */
  isSoldOut: boolean
  /** A firewall answered instead of the page. */
  isWall: boolean
  /**
   * Target of a redirect within a few seconds. `isOptional` if only browsers without scripts would
   * follow it.
   */
  refresh: { url: string; isOptional: boolean } | undefined
}

/**
 * Parses the metadata of a page without any request. The order is Open Graph, Twitter, JSON-LD
 * Product, then the page's own title.
 */
export function parseMetadata(html: string, pageUrl: string): PageMetadata {
  const page = scanPage(html)
  const base = resolve(page.base, pageUrl) ?? pageUrl
  const product = readProduct(page.jsonLd)
  const meta = (...names: string[]) => names.flatMap((name) => page.meta.get(name) ?? [])
  const hostname = withoutFinalDot(new URL(pageUrl).hostname)
  const named = [...meta('og:title', 'twitter:title'), product?.name]
  const titles = [...named, ...page.titles, ...meta('title', 'application-name')]
  const images = [
    ...meta(
      'og:image:secure_url',
      'og:image',
      'og:image:url',
      'twitter:image',
      'twitter:image:src',
    ),
    ...(product?.images ?? []),
    ...page.imageLinks,
    ...meta('image', 'thumbnail'),
  ]
  const icons = page.icons.sort((a, b) => b.size - a.size).map(({ href }) => href)
  const title = usable(titles, hostname)
  return {
    title,
    isWall: title === undefined && titles.some((text) => text && isWall(text, hostname)),
    images: absolute(images, base),
    icons: absolute(icons, base),
    oembedUrl: absolute(page.oembed, base)[0],
    isSoldOut:
      product?.isSoldOut ??
      areAllUnavailable(meta('product:availability', 'og:availability', 'availability')),
    refresh: refreshOf(page, base, pageUrl, usable(named, hostname) !== undefined),
  }
}

/**
 * Returns the target of a redirect. Pages with metadata often send browsers without scripts to a
 * page that asks for scripts, so their `noscript` is ignored.
 */
function refreshOf({ refresh }: Scan, base: string, pageUrl: string, isDescribed: boolean) {
  if (!refresh || (refresh.isForNoScript && isDescribed)) return undefined
  const url = refresh.address === '' ? pageUrl : resolve(refresh.address, base)
  return url === undefined ? undefined : { url, isOptional: refresh.isForNoScript }
}

const usable = (titles: (string | undefined)[], host: string): string | undefined =>
  titles.map(plainText).find((title) => title !== undefined && !isPlaceholderTitle(title, host))

const absolute = (addresses: string[], base: string): string[] => [
  ...new Set(addresses.map((address) => resolve(address, base)).filter((url) => url !== undefined)),
]

/** Returns an absolute http(s) URL. Pictures inside `data:` URLs are ignored. */
function resolve(address: string | undefined, base: string): string | undefined {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > 4000 || !canParseUrl(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

import { saysSoldOut } from './availability.ts'
import { readProduct } from './json-ld.ts'
import { scanPage, type Scan } from './scan-page.ts'
import { isStandIn, isWall } from './stand-in-titles.ts'
import { plainText } from './text.ts'

/** What a page says of itself. Addresses are absolute; everything is text of a stranger. */
export type PageMetadata = {
  title: string | undefined
  /** Best first. */
  images: string[]
  /** Largest first; for pages that show no picture. */
  icons: string[]
  oembedUrl: string | undefined
  /** Every offer of its product is out of stock, by its own word. */
  isSoldOut: boolean
  /** A firewall has answered in place of the page. */
  isWall: boolean
  /** Where a browser would go within a few seconds; optional when only one without scripts would. */
  refresh: { url: string; isOptional: boolean } | undefined
}

/** Reads metadata out of HTML, without asking anybody. Open Graph, then Twitter, JSON-LD Product, the page's own title. */
export function parseMetadata(html: string, pageUrl: string): PageMetadata {
  const page = scanPage(html)
  const base = resolve(page.base, pageUrl) ?? pageUrl
  const product = readProduct(page.jsonLd)
  const meta = (...names: string[]) => names.flatMap((name) => page.meta.get(name) ?? [])
  const { hostname } = new URL(pageUrl)
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
      saysSoldOut(meta('product:availability', 'og:availability', 'availability')),
    refresh: refreshOf(page, base, pageUrl, usable(named, hostname) !== undefined),
  }
}

/**
 * Returns where a browser would go. Pages that describe themselves often send browsers without scripts
 * to a page that asks for scripts, so their `noscript` is left out.
 */
function refreshOf({ refresh }: Scan, base: string, pageUrl: string, isDescribed: boolean) {
  if (!refresh || (refresh.isForNoScript && isDescribed)) return undefined
  const url = refresh.address === '' ? pageUrl : resolve(refresh.address, base)
  return url === undefined ? undefined : { url, isOptional: refresh.isForNoScript }
}

const usable = (titles: (string | undefined)[], host: string): string | undefined =>
  titles.map(plainText).find((title) => title !== undefined && !isStandIn(title, host))

const absolute = (addresses: string[], base: string): string[] => [
  ...new Set(addresses.map((address) => resolve(address, base)).filter((url) => url !== undefined)),
]

/** http(s) only: a picture inside a data: address is no picture worth keeping. */
function resolve(address: string | undefined, base: string): string | undefined {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > 4000 || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

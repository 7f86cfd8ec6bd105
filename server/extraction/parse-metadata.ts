import { Parser } from 'htmlparser2'
import { readProduct } from './json-ld.ts'
import { plainText } from './text.ts'

/** What a page says of itself. Addresses are absolute; everything is text of a stranger. */
export type PageMetadata = {
  title: string | undefined
  /** Best first. */
  images: string[]
  /** Largest first; for pages that show no picture. */
  icons: string[]
  oembedUrl: string | undefined
}

/** Pure: HTML in, metadata out. Open Graph, then Twitter, JSON-LD Product, the page's own title. */
export function parseMetadata(html: string, pageUrl: string): PageMetadata {
  const page = scan(html)
  const base = resolve(page.base, pageUrl) ?? pageUrl
  const product = readProduct(page.jsonLd)
  const meta = (...names: string[]) => names.flatMap((name) => page.meta.get(name) ?? [])
  const titles = [
    ...meta('og:title', 'twitter:title'),
    product?.name,
    page.title,
    ...meta('title', 'application-name'),
  ]
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
  return {
    title: titles.map(plainText).find((title) => title !== undefined),
    images: absolute(images, base),
    icons: absolute(icons, base),
    oembedUrl: absolute(page.oembed, base)[0],
  }
}

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

type Icon = { href: string; size: number }
type Scan = {
  meta: Map<string, string[]>
  title: string | undefined
  base: string | undefined
  imageLinks: string[]
  icons: Icon[]
  oembed: string[]
  jsonLd: string[]
}

/** One pass over the tags that matter; nothing is run, nothing is built. */
function scan(html: string): Scan {
  const found: Scan = {
    meta: new Map(),
    title: undefined,
    base: undefined,
    imageLinks: [],
    icons: [],
    oembed: [],
    jsonLd: [],
  }
  let text: string | undefined
  let depthInSvg = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'svg') depthInSvg += 1
        else if (name === 'meta') addMeta(found.meta, attributes)
        else if (name === 'link') addLink(found, attributes)
        else if (name === 'base') found.base ??= attributes['href']
        // A drawing's own title names the drawing, not the page.
        else if (isText(name, attributes) && depthInSvg === 0) text = ''
      },
      ontext(part) {
        if (text !== undefined) text += part
      },
      onclosetag(name) {
        if (name === 'svg') depthInSvg -= 1
        if (text === undefined) return
        if (name === 'title') found.title ??= text
        else if (name === 'script') found.jsonLd.push(text)
        if (name === 'title' || name === 'script') text = undefined
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(html)
  return found
}

type Attributes = Record<string, string>

const isText = (name: string, attributes: Attributes) =>
  name === 'title' ||
  (name === 'script' && /^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? ''))

function addMeta(meta: Map<string, string[]>, attributes: Attributes) {
  const name = (attributes['property'] ?? attributes['name'] ?? attributes['itemprop'])?.trim()
  const content = attributes['content']?.trim()
  if (!name || !content) return
  const key = name.toLowerCase()
  meta.set(key, [...(meta.get(key) ?? []), content])
}

function addLink(found: Scan, attributes: Attributes) {
  const href = attributes['href']
  if (!href) return
  const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
  const type = (attributes['type'] ?? '').toLowerCase()
  if (rel.includes('image_src')) found.imageLinks.push(href)
  else if (rel.includes('alternate') && type.startsWith('application/json+oembed')) {
    found.oembed.push(href)
  } else if (rel.some((word) => word.startsWith('apple-touch-icon'))) {
    found.icons.push({ href, size: iconSize(attributes) || 180 })
  } else if (rel.includes('icon')) found.icons.push({ href, size: iconSize(attributes) })
}

const iconSize = (attributes: Attributes) => Number.parseInt(attributes['sizes'] ?? '', 10) || 0

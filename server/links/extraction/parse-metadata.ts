import { Parser } from 'htmlparser2'
import { saysSoldOut } from './availability.ts'
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
  /** Every offer of its product is out of stock, by its own word. */
  isSoldOut: boolean
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
    isSoldOut:
      product?.isSoldOut ??
      saysSoldOut(meta('product:availability', 'og:availability', 'availability')),
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

/** Keeps only these two open: with all that a page nests, its depth would cost time squared. */
class ShallowParser extends Parser {
  override isVoidElement(name: string): boolean {
    return name !== 'title' && name !== 'script'
  }
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
  let isHead = true
  const parser = new ShallowParser(
    {
      onopentag(name, attributes) {
        // From here on a title names a drawing, not the page.
        if (name === 'svg' || name === 'math') isHead = false
        else if (name === 'meta') addMeta(found.meta, attributes)
        else if (name === 'link') addLink(found, attributes)
        else if (name === 'base') found.base ??= attributes['href']
        else if ((name === 'title' && isHead) || isJsonLd(name, attributes)) text = ''
      },
      ontext(part) {
        if (text !== undefined) text += part
      },
      onclosetag(name) {
        if (text === undefined || (name !== 'title' && name !== 'script')) return
        if (name === 'title') found.title ??= text
        else found.jsonLd.push(text)
        text = undefined
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return found
}

type Attributes = Record<string, string>

const isJsonLd = (name: string, attributes: Attributes) =>
  name === 'script' && /^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? '')

/** More of one kind than any page means. */
const MAX_VALUES = 10

function addMeta(meta: Map<string, string[]>, attributes: Attributes) {
  const name = (attributes['property'] ?? attributes['name'] ?? attributes['itemprop'])?.trim()
  const content = attributes['content']?.trim()
  if (!name || !content) return
  const key = name.toLowerCase()
  const values = meta.get(key) ?? []
  if (values.length < MAX_VALUES) meta.set(key, [...values, content])
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

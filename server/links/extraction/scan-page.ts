import { refreshAddress } from './refresh.ts'
import { readTags, type Attributes } from './tags.ts'

type Icon = { href: string; size: number }
/** Redirect in a page. One in `noscript` is for browsers without scripts. */
type Refresh = { address: string; isForNoScript: boolean }

/** Tags of a page that contain metadata, in order. */
export type Scan = {
  meta: Map<string, string[]>
  titles: string[]
  base: string | undefined
  refresh: Refresh | undefined
  imageLinks: string[]
  icons: Icon[]
  oembed: string[]
  jsonLd: string[]
}

/** Elements that change the meaning of the tags inside them. */
const AREAS = ['svg', 'math', 'template', 'noscript'] as const
type Area = (typeof AREAS)[number]
const isArea = (name: string): name is Area => (AREAS as readonly string[]).includes(name)

const DRAWINGS = new Set(['svg', 'math'])
/** Elements at which browsers end an open `svg` or `math`. */
const ENDS_DRAWING = new Set(['meta', 'head', 'body'])

/** Maximum number of titles to keep. A valid page has one. */
const MAX_TITLES = 5

/** Collects the relevant tags in one pass. Runs no scripts and builds no tree. */
export function scanPage(html: string): Scan {
  const found: Scan = {
    meta: new Map(),
    titles: [],
    base: undefined,
    refresh: undefined,
    imageLinks: [],
    icons: [],
    oembed: [],
    jsonLd: [],
  }
  const depth = { svg: 0, math: 0, template: 0, noscript: 0 }
  let text: string | undefined
  const isInDrawing = () => depth.svg + depth.math > 0
  readTags(html, {
    isInDrawing,
    open(name, attributes, isSelfClosing) {
      if (ENDS_DRAWING.has(name)) depth.svg = depth.math = 0
      if (isArea(name)) depth[name] += isSelfClosing && DRAWINGS.has(name) ? 0 : 1
      else if (name === 'meta') {
        addMeta(found.meta, attributes)
        if (depth.template === 0) found.refresh ??= refreshOf(attributes, depth.noscript > 0)
      } else if (name === 'link') addLink(found, attributes)
      else if (name === 'base') found.base ??= attributes['href']
      else if ((name === 'title' && !isInDrawing()) || isJsonLd(name, attributes)) text = ''
    },
    text(part) {
      if (text !== undefined) text += part
    },
    close(name) {
      if (isArea(name)) depth[name] = Math.max(0, depth[name] - 1)
      if (text === undefined || (name !== 'title' && name !== 'script')) return
      if (name === 'script') found.jsonLd.push(text)
      else if (found.titles.length < MAX_TITLES) found.titles.push(text)
      text = undefined
    },
  })
  return found
}

const isJsonLd = (name: string, attributes: Attributes) =>
  name === 'script' && /^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? '')

function refreshOf(attributes: Attributes, isForNoScript: boolean): Refresh | undefined {
  if (attributes['http-equiv']?.trim().toLowerCase() !== 'refresh') return undefined
  const address = refreshAddress(attributes['content'] ?? '')
  return address === undefined ? undefined : { address, isForNoScript }
}

/** Maximum number of values per name. Real pages have fewer. */
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

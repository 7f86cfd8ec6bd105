import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import type { Fetched, Fetcher } from '../../platform/fetcher/fetcher.ts'
import { createCookies, type Cookies } from '../../platform/fetcher/cookies.ts'
import type { FetchLimits } from '../../platform/fetcher/fetch-limits.ts'
import { isRaster } from '../../people/media/raster.ts'
import { ParsingEnded } from '../parsing/in-thread.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { parseOEmbed, type OEmbed } from './oembed.ts'
import type { PageMetadata } from './parse-metadata.ts'
import { refreshAddress } from './refresh.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const PAGE = {
  maxBytes: 1024 * 1024,
  overflow: 'cut',
  totalMs: 8000,
  accept: 'text/html,application/xhtml+xml,image/*;q=0.8',
  // Stop reading if the body is a picture. It is fetched later with other limits.
  isAccepted: (start: Buffer) => !isRaster(start),
} satisfies FetchLimits
const OEMBED = { maxBytes: 128 * 1024, overflow: 'fail', totalMs: 4000 } as const

export type ReadPage = { title: string | undefined; pictures: string[] }

type Reader = { fetcher: Fetcher; parsing: Parsing }
/** Cookies and abort signal of reading one page. */
type Reading = { cookies: Cookies; signal: AbortSignal }

/** Reads the name and pictures of the page at `url`. Throws `FetchFailure` if it cannot be read. */
export async function readPage(
  reader: Reader,
  url: string,
  signal: AbortSignal,
): Promise<ReadPage> {
  const reading = { cookies: createCookies(), signal }
  const first = await loadPage(reader, url, reading)
  const page = await followRefresh(reader, first, reading)
  return isRaster(page.body)
    ? { title: undefined, pictures: [page.url] }
    : readContents(reader, page, reading)
}

/** Returns the page to which `first` redirects by a refresh, or `first`. */
async function followRefresh(reader: Reader, first: Page, reading: Reading): Promise<Page> {
  const { url, refresh } = first
  // Without a cookie, a refresh to the same URL would return the same page.
  const isSame = refresh?.url === url && reading.cookies.headerFor(new URL(url)) === ''
  if (!refresh || isSame) return first
  try {
    return await loadPage(reader, refresh.url, reading)
  } catch (error) {
    if (refresh.isOptional && error instanceof FetchFailure) return first
    throw error
  }
}

type Page = Pick<Fetched, 'url' | 'body' | 'isCut'> & PageMetadata

/** Fetches and parses a page. A picture is not parsed. */
async function loadPage(
  { fetcher, parsing }: Reader,
  url: string,
  reading: Reading,
): Promise<Page> {
  const page = await fetcher(url, { ...PAGE, ...reading })
  if (isRaster(page.body)) return { ...page, ...NO_METADATA }
  if (!isHtml(page.contentType, page.body)) throw new FetchFailure('not_html')
  const found = await parsePage(parsing, page)
  return { ...page, ...found, refresh: refreshInHeader(page) ?? found.refresh }
}

function refreshInHeader({ refresh, url }: Fetched): PageMetadata['refresh'] {
  const address = refresh === undefined ? undefined : refreshAddress(refresh)
  if (address === undefined || !canParseUrl(address, url)) return undefined
  return { url: new URL(address, url).href, isOptional: false }
}

async function readContents(
  { fetcher }: Reader,
  page: Page,
  { signal }: Reading,
): Promise<ReadPage> {
  if (page.isWall) throw new FetchFailure('refused')
  const isPoor = page.title === undefined || page.images.length === 0
  const extra =
    isPoor && page.oembedUrl ? await askOEmbed(fetcher, page.oembedUrl, signal) : EMPTY_OEMBED
  const title = page.title ?? extra.title
  const images = extra.image ? [...page.images, extra.image] : page.images
  if (title === undefined && images.length === 0 && page.isCut) throw new FetchFailure('too_large')
  return { title, pictures: [...images.slice(0, 3), ...page.icons.slice(0, 2)] }
}

/** Parses a page. If that takes too long, the page counts as too large. */
async function parsePage(parsing: Parsing, page: Fetched): Promise<PageMetadata> {
  const { body, charset, url } = page
  try {
    return await parsing.page({ body, charset, url })
  } catch (error) {
    throw error instanceof ParsingEnded ? new FetchFailure('too_large', { cause: error }) : error
  }
}

/** Returns whether the answer is HTML. Without a content type, the first bytes decide. */
function isHtml(contentType: string, body: Buffer): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return true
  const start = body.subarray(0, 1024).toString('latin1')
  return contentType === '' && /<(?:!doctype html|html|head|title|meta)\b/i.test(start)
}

const NO_METADATA: PageMetadata = {
  title: undefined,
  images: [],
  icons: [],
  oembedUrl: undefined,
  isSoldOut: false,
  isWall: false,
  refresh: undefined,
}
const EMPTY_OEMBED: OEmbed = { title: undefined, image: undefined }

async function askOEmbed(fetcher: Fetcher, url: string, signal: AbortSignal): Promise<OEmbed> {
  try {
    const answer = await fetcher(url, { ...OEMBED, accept: 'application/json', signal })
    return parseOEmbed(answer.body.toString('utf8'), answer.url)
  } catch {
    signal.throwIfAborted()
    return EMPTY_OEMBED
  }
}

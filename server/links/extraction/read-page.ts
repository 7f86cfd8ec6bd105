import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import type { Fetched, Fetcher } from '../../platform/fetcher/fetcher.ts'
import { ParsingEnded } from '../parsing/in-thread.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { parseOEmbed, type OEmbed } from './oembed.ts'
import type { PageMetadata } from './parse-metadata.ts'

const PAGE = { maxBytes: 1024 * 1024, overflow: 'cut', totalMs: 8000 } as const
const OEMBED = { maxBytes: 128 * 1024, overflow: 'fail', totalMs: 4000 } as const

export type ReadPage = { title: string | undefined; pictures: string[] }

/** Name and pictures that the page at `url` offers; throws `FetchFailure` when it cannot be read. */
export async function readPage(
  { fetcher, parsing }: { fetcher: Fetcher; parsing: Parsing },
  url: string,
  signal: AbortSignal,
): Promise<ReadPage> {
  const page = await fetcher(url, { ...PAGE, accept: 'text/html,application/xhtml+xml', signal })
  if (!isHtml(page.contentType, page.body)) throw new FetchFailure('not_html')
  const found = await understood(parsing, page)
  const isPoor = found.title === undefined || found.images.length === 0
  const extra =
    isPoor && found.oembedUrl ? await askOEmbed(fetcher, found.oembedUrl, signal) : NOTHING
  const title = found.title ?? extra.title
  const images = extra.image ? [...found.images, extra.image] : found.images
  if (title === undefined && images.length === 0 && page.isCut) throw new FetchFailure('too_large')
  return { title, pictures: [...images.slice(0, 3), ...found.icons.slice(0, 2)] }
}

/** A page that cannot be read to its end in time is more than a page. */
async function understood(parsing: Parsing, page: Fetched): Promise<PageMetadata> {
  const { body, charset, url } = page
  try {
    return await parsing.page({ body, charset, url })
  } catch (error) {
    throw error instanceof ParsingEnded ? new FetchFailure('too_large', { cause: error }) : error
  }
}

/** A server that does not say what it sends is taken at its bytes. */
function isHtml(contentType: string, body: Buffer): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return true
  const start = body.subarray(0, 1024).toString('latin1')
  return contentType === '' && /<(?:!doctype html|html|head|title|meta)\b/i.test(start)
}

const NOTHING: OEmbed = { title: undefined, image: undefined }

async function askOEmbed(fetcher: Fetcher, url: string, signal: AbortSignal): Promise<OEmbed> {
  try {
    const answer = await fetcher(url, { ...OEMBED, accept: 'application/json', signal })
    return parseOEmbed(answer.body.toString('utf8'), answer.url)
  } catch {
    signal.throwIfAborted()
    return NOTHING
  }
}

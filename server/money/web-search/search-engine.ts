import { HTTPException } from 'hono/http-exception'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { SearchSource, WebResult } from '#contract/partners/brands.ts'
import { cutText } from '#contract/text/graphemes.ts'
import type { SearchSettings } from '../../platform/config/config-providers.ts'
import type { Deps } from '../../env.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { SECRET_JSON } from '../../platform/fetcher/fetch-limits.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { normalizedHost } from '../../links/brands/store-place.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Number of results per page. Engines of this kind return ten at once and a hundred in total. */
export const PER_PAGE = 10
const LAST_PAGE = 10
/** Cache time. Going back to a page needs no further query. */
const CACHE_MS = 5 * 60 * 1000
const MAX_CACHED = 500

/** Fetch limits. The URL contains the key, so it must not be sent elsewhere or logged. */
const LIMITS = { ...SECRET_JSON, totalMs: 5000 }

export type FoundPage = Pick<WebResult, 'title' | 'url' | 'snippet' | 'domain'>
export type FoundPages = { pages: FoundPage[]; hasMore: boolean }

const shortText = (most: number) =>
  v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => cutText(text.replaceAll(/\s+/g, ' ').trim(), most)),
    ),
    '',
  )
/**
 * Fields we need from a response of Google's Custom Search JSON API. Entries without a URL are
 * dropped.
 */
const Answer = v.object({
  items: v.optional(
    v.array(
      v.object({
        link: v.fallback(v.string(), ''),
        title: shortText(300),
        snippet: shortText(1000),
      }),
    ),
    [],
  ),
  queries: v.optional(v.object({ nextPage: v.optional(v.array(v.unknown()), []) })),
})

const cache = new LRUCache<string, Promise<FoundPages>>({ max: MAX_CACHED, ttl: CACHE_MS })

/** Returns results of the operator's search engine. Failures are not cached; they throw a 502. */
export function searchWeb(
  deps: Pick<Deps, 'config' | 'log'>,
  engine: SearchSettings,
  { q, page }: { q: string; page: number },
): Promise<FoundPages> {
  if (page > LAST_PAGE) return Promise.resolve({ pages: [], hasMore: false })
  const key = JSON.stringify([engine.url, q.toLowerCase(), page])
  const known = cache.get(key)
  if (known) return known
  const result = fetchResults(deps, engine, q, page)
  cache.set(key, result)
  result.catch(() => cache.delete(key))
  return result
}

async function fetchResults(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  engine: SearchSettings,
  q: string,
  page: number,
): Promise<FoundPages> {
  const url = new URL(engine.url)
  const start = String((page - 1) * PER_PAGE + 1)
  const parameters = { key: engine.key, q, num: String(PER_PAGE), start }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  try {
    const { body } = await outboundFetcher(config)(url.href, LIMITS)
    const { items, queries } = v.parse(Answer, JSON.parse(body.toString('utf8')))
    const hasMore = page < LAST_PAGE && (queries?.nextPage.length ?? 0) > 0
    return { pages: items.slice(0, PER_PAGE).flatMap(toPage), hasMore }
  } catch (error) {
    const { reason, status } = error instanceof FetchFailure ? error : { reason: 'not readable' }
    log.warn('search engine failed', { host: url.host, reason, status })
    throw new HTTPException(502, { cause: error })
  }
}

function toPage({ link, title, snippet }: v.InferOutput<typeof Answer>['items'][number]) {
  const url = /^https?:\/\//i.test(link) && canParseUrl(link) ? new URL(link) : null
  if (!url || url.href.length > 2000 || url.username !== '') return []
  return [{ title, url: url.href, snippet, domain: normalizedHost(url.hostname) }]
}

export const sourceOf = ({ url }: SearchSettings): SearchSource =>
  new URL(url).hostname.endsWith('.googleapis.com') ? 'google' : 'web'

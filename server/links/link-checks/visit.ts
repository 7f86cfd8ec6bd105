import type { Deps } from '../../env.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import type { Fetched } from '../../platform/fetcher/fetcher.ts'
import { ParsingEnded } from '../parsing/in-thread.ts'
import { parseRetryAfter } from '../../people/push/push-sender.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { mayVisitNow, pauseSite } from './sites.ts'
import { isGone, isRedirectedHome, type Verdict } from './verdict.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const PAGE = { maxBytes: 1024 * 1024, overflow: 'cut', totalMs: 10_000 } as const
/** Pause of a busy site that gives no time. */
const PAUSE_SECONDS = 60 * 60

export type Visit = {
  /** `same` means that the page has not changed since the last visit. */
  verdict: Verdict | 'same'
  etag: string | null
  lastModified: string | null
}

/** Visits a link's page if robots.txt permits it, with a conditional request. */
export async function visit(
  deps: Deps,
  target: string,
  last: { etag: string | null; lastModified: string | null },
  signal: AbortSignal,
): Promise<Visit> {
  const url = canParseUrl(target) ? new URL(target) : undefined
  if (!url || !(await mayVisitNow(deps, url, signal))) return { verdict: 'unknown', ...last }
  try {
    const page = await outboundFetcher(deps.config)(target, {
      ...PAGE,
      accept: 'text/html,application/xhtml+xml',
      validators: last,
      signal,
    })
    const verdict = isRedirectedHome(target, page.url) ? 'home' : await judgePage(deps, page)
    return { verdict, etag: page.etag, lastModified: page.lastModified }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FetchFailure)) throw error
    if (error.status === 304) return { verdict: 'same', ...last }
    if (error.status === 429 || error.status === 503) {
      await pauseSite(deps, url, parseRetryAfter(error.retryAfter ?? '') ?? PAUSE_SECONDS)
    }
    const verdict = isGone(error.status) || error.isNoSuchHost ? 'gone' : 'unknown'
    return { verdict, etag: null, lastModified: null }
  }
}

/**
 * Returns whether the page's product is sold out. A page that cannot be parsed in time says
 * nothing.
 */
async function judgePage(
  deps: Deps,
  { body, charset, url, contentType }: Fetched,
): Promise<Verdict> {
  if (!/html/.test(contentType)) return 'fine'
  try {
    const { isSoldOut } = await deps.parsing.page({ body, charset, url })
    return isSoldOut ? 'sold-out' : 'fine'
  } catch (error) {
    if (error instanceof ParsingEnded) return 'unknown'
    throw error
  }
}

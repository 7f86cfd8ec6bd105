import { eq, sql } from 'drizzle-orm'
import { botName } from '#contract/text/product-name.ts'
import { visitedSites } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { MAX_ROBOTS_BYTES, readRobots } from './robots.ts'

/** Our name in robots.txt files and in the user agent of each visit. */
const AGENT = botName()
const ROBOTS_MAX_AGE_MS = 24 * 60 * 60 * 1000
const MAX_PAUSE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Returns whether we may visit this page now, by the site's robots.txt and a pause that it has
 * requested.
 */
export async function mayVisitNow(deps: Deps, url: URL, signal: AbortSignal): Promise<boolean> {
  const [known] = await deps.db
    .select()
    .from(visitedSites)
    .where(eq(visitedSites.origin, url.origin))
  if (known?.pausedUntil && known.pausedUntil > new Date()) return false
  const age = Date.now() - (known?.fetchedAt?.getTime() ?? 0)
  const robots =
    age < ROBOTS_MAX_AGE_MS ? (known?.robots ?? null) : await fetchRules(deps, url, signal)
  return robots !== null && readRobots(robots, AGENT).mayVisit(url.pathname + url.search)
}

async function fetchRules(deps: Deps, { origin }: URL, signal: AbortSignal) {
  const robots = await requestRobots(deps, origin, signal)
  const values = { robots, fetchedAt: new Date() }
  await deps.db
    .insert(visitedSites)
    .values({ origin, ...values })
    .onConflictDoUpdate({ target: visitedSites.origin, set: values })
  return robots
}

/**
 * Fetches robots.txt. A missing file allows everything; a server error or a 429 means no access
 * (RFC 9309).
 */
async function requestRobots(
  deps: Deps,
  origin: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { body } = await outboundFetcher(deps.config)(`${origin}/robots.txt`, {
      maxBytes: MAX_ROBOTS_BYTES,
      overflow: 'cut',
      totalMs: 8000,
      accept: 'text/plain,*/*;q=0.5',
      signal,
    })
    return body.toString('utf8').replaceAll('\u0000', '')
  } catch (error) {
    signal.throwIfAborted()
    const status = error instanceof FetchFailure ? error.status : undefined
    // The host does not exist. The visit itself reports that.
    if (error instanceof FetchFailure && error.isNoSuchHost) return ''
    return status !== undefined && status >= 400 && status < 500 && status !== 429 ? '' : null
  }
}

/** Stores a pause that the site has requested. */
export async function pauseSite(deps: Deps, { origin }: URL, seconds: number): Promise<void> {
  const ms = Math.min(MAX_PAUSE_MS, seconds * 1000)
  const pausedUntil = new Date(Date.now() + ms)
  await deps.db
    .insert(visitedSites)
    .values({ origin, pausedUntil })
    .onConflictDoUpdate({
      target: visitedSites.origin,
      set: { pausedUntil: sql`greatest(${visitedSites.pausedUntil}, excluded.paused_until)` },
    })
}

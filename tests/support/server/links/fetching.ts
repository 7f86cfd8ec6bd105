import { isPublicAddress, type Resolve } from '../../../../server/platform/fetcher/address-guard.ts'
import { FetchFailure } from '../../../../server/platform/fetcher/fetch-failure.ts'
import { createFetcher, type Fetcher } from '../../../../server/platform/fetcher/fetcher.ts'
import type { FetchLimits } from '../../../../server/platform/fetcher/fetch-limits.ts'

export const LIMITS: FetchLimits = {
  maxBytes: 1024 * 1024,
  overflow: 'cut',
  totalMs: 2000,
  accept: 'text/html',
}
export const userAgent = 'SplitBot/1.0 (+http://localhost)'

/** Returns a resolver that only knows these names. */
export const resolverOf =
  (addresses: Record<string, string[]>): Resolve =>
  async (hostname) =>
    (addresses[hostname] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))

/** Returns a fetcher with the production rules. */
export const guardedFetcher = (addresses: Record<string, string[]> = {}) =>
  createFetcher({ isAllowed: isPublicAddress, userAgent, resolve: resolverOf(addresses) })
/** Fetcher that allows every address. */
export const unguardedFetcher = createFetcher({ isAllowed: () => true, userAgent })
/**
 * Returns a fetcher that treats 127.0.0.1 as a public address. 127.0.0.2 answers too but must not
 * be requested.
 */
export const loopbackFetcher = (resolve: Resolve) =>
  createFetcher({ isAllowed: (address) => address === '127.0.0.1', userAgent, resolve })

/** Returns why a fetch failed, or `fetched`. */
export async function fetchResult(
  fetcher: Fetcher,
  url: string,
  limits: Partial<FetchLimits> = {},
) {
  const failure = await fetcher(url, { ...LIMITS, ...limits }).then(
    () => 'fetched',
    (error: unknown) => error,
  )
  return failure instanceof FetchFailure ? failure.reason : failure
}

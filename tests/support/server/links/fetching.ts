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

/** A resolver that knows these names only. */
export const resolving =
  (addresses: Record<string, string[]>): Resolve =>
  async (hostname) =>
    (addresses[hostname] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))

/** As in production. */
export const guarded = (addresses: Record<string, string[]> = {}) =>
  createFetcher({ isAllowed: isPublicAddress, userAgent, resolve: resolving(addresses) })
/** Every address may be reached. */
export const unguarded = createFetcher({ isAllowed: () => true, userAgent })
/** 127.0.0.1 stands for the public internet; 127.0.0.2 answers too, and must never be asked. */
export const halfOpen = (resolve: Resolve) =>
  createFetcher({ isAllowed: (address) => address === '127.0.0.1', userAgent, resolve })

/** Why a fetch failed; `fetched` when it did not. */
export async function reasonOf(fetcher: Fetcher, url: string, limits: Partial<FetchLimits> = {}) {
  const failure = await fetcher(url, { ...LIMITS, ...limits }).then(
    () => 'fetched',
    (error: unknown) => error,
  )
  return failure instanceof FetchFailure ? failure.reason : failure
}

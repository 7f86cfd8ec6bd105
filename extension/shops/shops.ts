import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { Shops } from '#contract/partners/brands.ts'
import { isAtOrBelow, withParents } from '#contract/partners/shop-match.ts'
import { call } from '../api/call.ts'
import { read, write, type SavedShops } from '../stored.ts'

/** Age from which the list is loaded again. */
const STALE_MS = 24 * 60 * 60 * 1000

export type Shop = Shops['results'][number]

/**
 * Returns the shop to which an address belongs: the longest host, and for that host the longest
 * path. The server matches in the same way.
 */
export function findShop(shops: readonly Shop[], address: string): Shop | undefined {
  const { hostname, pathname } = new URL(address)
  const hosts = withParents(hostname.replace(/\.$/, '').replace(/^www\./, ''))
  const found = shops.flatMap((shop) => {
    const slash = `${shop.domain}/`.indexOf('/')
    const place = { host: shop.domain.slice(0, slash), path: shop.domain.slice(slash) }
    const rank = hosts.indexOf(place.host)
    return rank >= 0 && isAtOrBelow(pathname, place.path) ? [{ shop, rank, path: place.path }] : []
  })
  found.sort((a, b) => a.rank - b.rank || b.path.length - a.path.length)
  return found[0]?.shop
}

/** Returns what a shop pays, as a sentence. */
export const commissionText = ({ name, commission_percentage: rate }: Shop): string =>
  `${name} pays you ${rate.toLocaleString('en-US', { maximumFractionDigits: 2 })}% of each sale.`

export const savedShops = (): Promise<SavedShops | undefined> => read('shops')

/** Returns whether the list is missing or older than a day. */
export const isStale = (saved: SavedShops | undefined, now: number): boolean =>
  saved === undefined || now - saved.loadedAt > STALE_MS

/**
 * Loads the list and stores it.
 *
 * @throws Problem with a text for the user.
 */
export async function loadShops(): Promise<SavedShops> {
  const { results } = v.parse(Shops, await call('GET', `${V2}/shops/`))
  const saved = { shops: results, loadedAt: Date.now() }
  await write('shops', saved)
  return saved
}

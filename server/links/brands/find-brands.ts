import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, stores } from '../../platform/db/schema.ts'
import { isAtOrBelow, withParents } from '#contract/partners/shop-match.ts'
import { normalizedHost } from './store-place.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

export type FoundBrand = {
  id: string
  name: string
  commissionBasisPoints: number
  /** Query parameter in which the shop receives click ids. */
  clickParam: string
}

/** Maximum number of addresses per query. */
const BATCH_SIZE = 500

/**
 * Returns the brand of each address that belongs to one. The most specific store counts: the
 * longest host, and for that host the longest path. Archived brands have no stores.
 */
export async function findBrands(db: DbOrTx, urls: string[]): Promise<Map<string, FoundBrand>> {
  const found = new Map<string, FoundBrand>()
  const targets = [...new Set(urls)].flatMap((url) => {
    const target = readUrl(url)
    return target ? [{ url, ...target }] : []
  })
  for (let start = 0; start < targets.length; start += BATCH_SIZE) {
    const batch = targets.slice(start, start + BATCH_SIZE)
    // oxlint-disable-next-line no-await-in-loop -- lots, so that no question grows without end
    const known = await storesOf(db, [...new Set(batch.flatMap(({ host }) => withParents(host)))])
    for (const { url, host, path } of batch) {
      const best = withParents(host)
        .flatMap((name) => known.get(name) ?? [])
        .find((store) => isAtOrBelow(path, store.path))
      if (best) found.set(url, best.brand)
    }
  }
  return found
}

export const findBrand = async (db: DbOrTx, url: string): Promise<FoundBrand | undefined> =>
  (await findBrands(db, [url])).get(url)

type KnownStore = { path: string; brand: FoundBrand }

/** Returns the stores by host, the longest path first. */
async function storesOf(db: DbOrTx, hosts: string[]): Promise<Map<string, KnownStore[]>> {
  const { id, name, commissionBasisPoints, clickParam } = brands
  const rows = await db
    .select({
      host: stores.host,
      path: stores.path,
      brand: { id, name, commissionBasisPoints, clickParam },
    })
    .from(stores)
    .innerJoin(brands, eq(brands.id, stores.brandId))
    .where(and(inArray(stores.host, hosts), isNull(brands.archivedAt)))
  const known = new Map<string, KnownStore[]>()
  for (const { host, ...store } of rows) known.set(host, [...(known.get(host) ?? []), store])
  for (const list of known.values()) list.sort((a, b) => b.path.length - a.path.length)
  return known
}

function readUrl(url: string): { host: string; path: string } | undefined {
  if (!canParseUrl(url)) return undefined
  const { hostname, pathname } = new URL(url)
  return { host: normalizedHost(hostname), path: pathname }
}

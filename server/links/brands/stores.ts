import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { stores } from '../../platform/db/schema.ts'
import { placeName, type StorePlace } from './store-place.ts'

const storesOf = (tx: Tx, brandId: string) =>
  tx.select().from(stores).where(eq(stores.brandId, brandId))

/** Removes the stores of a brand that are not in the list. Returns the removed ones. */
export async function releaseStores(
  tx: Tx,
  brandId: string,
  places: StorePlace[],
): Promise<StorePlace[]> {
  const names = new Set(places.map(placeName))
  const removed = (await storesOf(tx, brandId)).filter((place) => !names.has(placeName(place)))
  const ids = removed.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(stores).where(inArray(stores.id, ids))
  return removed
}

/**
 * Adds the stores that are new and returns them. The caller has checked that no other brand has one
 * of them.
 */
export async function addStores(
  tx: Tx,
  brandId: string,
  places: StorePlace[],
): Promise<StorePlace[]> {
  const names = new Set((await storesOf(tx, brandId)).map(placeName))
  const added = places.filter((place) => !names.has(placeName(place)))
  if (added.length > 0) {
    await tx.insert(stores).values(added.map(({ host, path }) => ({ host, path, brandId })))
  }
  return added
}

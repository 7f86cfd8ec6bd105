import type { Tx } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'
import { listen, notify } from './notify.ts'

/** Cache of data that depends on settings of its owner. */
type OwnerCache = { dropOwner: (userId: string) => void }

const CHANNEL = 'split_owners'
const caches = new Set<OwnerCache>()

/**
 * Changes a setting on which cached data of a user depends, and removes that data from the caches of
 * all processes. `change` calls `announce` in its transaction.
 */
export async function changeOwner<Result>(
  userId: string,
  change: (announce: (tx: Tx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const result = await change((tx) => notify(tx, CHANNEL, userId))
  // The notification can arrive after the answer of the request.
  for (const cache of caches) cache.dropOwner(userId)
  return result
}

/**
 * Keeps a cache up to date until the returned function is called. After a lost connection, the cache
 * must be cleared by its owner.
 */
export async function followOwners(
  dedicated: DedicatedConnection,
  cache: OwnerCache,
): Promise<() => void> {
  caches.add(cache)
  const listening = await listen(dedicated, CHANNEL, (userId) => cache.dropOwner(userId))
  return () => {
    caches.delete(cache)
    listening.stop()
  }
}

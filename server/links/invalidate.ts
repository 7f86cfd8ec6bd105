import { randomUUID } from 'node:crypto'
import type { Tx } from '../platform/db/client.ts'
import type { DedicatedConnection } from '../platform/db/dedicated-connection.ts'
import { listen, notify } from '../platform/db/notify.ts'
import { linkKey, type LinkPlace } from './link-key.ts'

/** In-memory cache of redirect targets. Edits of a link invalidate its entries. */
export type LinkCache = {
  /** Makes reads of this key bypass the cache until `release` is called with the same edit. */
  hold: (key: string, edit: string) => void
  release: (key: string, edit: string) => void
  drop: (key: string) => void
  clear: () => void
}

const CHANNEL = 'split_links'
/**
 * Time in milliseconds after which a hold ends by itself. A rolled-back edit sends no notification.
 */
const MAX_HOLD_MS = 30_000

const caches = new Set<LinkCache>()
const thisProcess = randomUUID()
let edits = 0

/**
 * Invalidates a link in all caches. Call it in the transaction that creates, changes or deletes the
 * link, for each of its codes (including the old one). Other processes are notified at the commit.
 * This process bypasses its cache from now until it receives its own notification, so a client that
 * has received the answer is redirected by the new data.
 */
export async function invalidateLink(tx: Tx, place: LinkPlace): Promise<void> {
  const key = linkKey(place)
  const edit = `${thisProcess}.${(edits += 1)}`
  for (const cache of caches) {
    cache.hold(key, edit)
    setTimeout(() => cache.release(key, edit), MAX_HOLD_MS).unref()
  }
  await notify(tx, CHANNEL, `${key} ${edit}`)
}

/** Marks all targets of this process as outdated. For changes that affect many links. */
export function clearLinkCaches() {
  for (const cache of caches) cache.clear()
}

/** Keeps a cache up to date until the returned function is called. */
export async function followEdits(
  dedicated: DedicatedConnection,
  cache: LinkCache,
): Promise<() => void> {
  caches.add(cache)
  const listening = await listen(
    dedicated,
    CHANNEL,
    (payload) => {
      const [key = '', edit = ''] = payload.split(' ')
      cache.drop(key)
      cache.release(key, edit)
    },
    // Also runs after every reconnection, because notifications sent in between are lost.
    () => cache.clear(),
  )
  return () => {
    caches.delete(cache)
    listening.stop()
  }
}

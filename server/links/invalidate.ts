import { randomUUID } from 'node:crypto'
import type { Tx } from '../platform/db/client.ts'
import type { DedicatedConnection } from '../platform/db/dedicated-connection.ts'
import { listen, notify } from '../platform/db/notify.ts'
import { linkKey } from './link-key.ts'

/** Redirect targets held in memory, which an edit of a link makes outdated. */
export type LinkCache = {
  /** Makes reads of this key bypass the cache until `release` is called with the same edit. */
  hold: (key: string, edit: string) => void
  release: (key: string, edit: string) => void
  drop: (key: string) => void
  clear: () => void
}

const CHANNEL = 'split_links'
/** An edit that was rolled back never announces itself; its hold ends by itself. */
const LONGEST_EDIT_MS = 30_000

const caches = new Set<LinkCache>()
const thisProcess = randomUUID()
let edits = 0

/**
 * Call it in the transaction that makes, changes or deletes a link, with every code concerned (the
 * old one too). Other processes hear of it at the commit. This process reads the link afresh from
 * now on until it hears of its own commit, so whoever saw the edit answered is redirected by it.
 */
export async function invalidateLink(tx: Tx, domainId: number, shortCode: string): Promise<void> {
  const key = linkKey(domainId, shortCode)
  const edit = `${thisProcess}.${(edits += 1)}`
  for (const cache of caches) {
    cache.hold(key, edit)
    setTimeout(() => cache.release(key, edit), LONGEST_EDIT_MS).unref()
  }
  await notify(tx, CHANNEL, `${key} ${edit}`)
}

/** Keeps a cache exact until the returned function is called. */
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
    // Also after every reconnection: what changed in between was not heard.
    () => cache.clear(),
  )
  return () => {
    caches.delete(cache)
    listening.stop()
  }
}

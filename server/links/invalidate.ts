import { randomUUID } from 'node:crypto'
import type { Tx } from '../platform/db/client.ts'
import type { DedicatedConnection } from '../platform/db/dedicated-connection.ts'
import { listen, notify } from '../platform/db/notify.ts'
import { linkKey } from './link-key.ts'
import type { Targets } from '../redirect/targets.ts'

const CHANNEL = 'split_links'
/** An edit that was rolled back never announces itself; its hold ends by itself. */
const LONGEST_EDIT_MS = 30_000

const caches = new Set<Targets>()
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
  cache: Targets,
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

import { randomUUID } from 'node:crypto'
import type { Tx } from '../platform/db/client.ts'
import { notify, type Channel } from '../platform/db/notify.ts'

/** In-memory index of custom domains. Changes of a domain invalidate its entry. */
export type HostCache = {
  /** Bypasses the cache for a domain until `release` is called with the same change. */
  hold: (domain: string, change: string) => void
  release: (domain: string, change: string) => void
}

/** Channel whose messages contain a domain and the change of it. */
export const HOSTS_CHANNEL = 'split_domains' satisfies Channel
/**
 * Maximum time a domain is kept out of the cache. A transaction that rolls back sends no
 * notification, so its hold has to expire.
 */
const MAX_HOLD_MS = 30_000

/** Caches of this process. */
export const hostCaches = new Set<HostCache>()
const thisProcess = randomUUID()
let changes = 0

/**
 * Announces that a domain gets or loses its owner or exact codes. Call it in the transaction that
 * makes the change. Other processes are notified at the commit. This process reads the domain from
 * the database until it receives its own notification.
 */
export async function announceHostChange(tx: Tx, domain: string): Promise<void> {
  const change = `${thisProcess}.${(changes += 1)}`
  for (const hosts of hostCaches) {
    hosts.hold(domain, change)
    setTimeout(() => hosts.release(domain, change), MAX_HOLD_MS).unref()
  }
  await notify(tx, HOSTS_CHANNEL, `${domain} ${change}`)
}

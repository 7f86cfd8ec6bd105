import type { Tx } from './client.ts'
import { notify, type Channel } from './notify.ts'

/** Each message on it is the id of a person whose public page shows something else now. */
export const PAGES_CHANNEL = 'split_pages' satisfies Channel

/**
 * Call it in every transaction that changes what the person's public page shows. Whoever keeps pages
 * in memory hears of it when the transaction commits, and not at all when it does not. PostgreSQL sends
 * the same message of one transaction once, so a second call is harmless.
 */
export const notifyPageChanged = (tx: Tx, userId: string): Promise<void> =>
  notify(tx, PAGES_CHANNEL, userId)

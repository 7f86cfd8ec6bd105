import type { Tx } from './client.ts'
import { notify, type Channel } from './notify.ts'

/** Channel whose messages contain the id of a user whose public page has changed. */
export const PAGES_CHANNEL = 'split_pages' satisfies Channel

/**
 * Announces that a user's public page has changed. Every transaction that changes its content must
 * call this, so that cached pages are discarded when it commits. PostgreSQL merges equal messages
 * of a transaction, so a second call is harmless.
 */
export const notifyPageChanged = (tx: Tx, userId: string): Promise<void> =>
  notify(tx, PAGES_CHANNEL, userId)

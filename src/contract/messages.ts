/** Messages between the service worker and the page, one union type per direction. */

/**
 * Message from the worker to the page. `unavailable.retry_after` is seconds or an ISO date, as the
 * server sent it.
 */
export type MessageToPage =
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'unavailable'; retry_after: number | string | null; detail: string | null }
  | { type: 'open'; path: string }
  /**
   * A push message arrived or was opened. `group` is the group with new entries, `unread` the
   * number of unread ones.
   */
  | { type: 'activity'; group: string | null; unread: number | null }

/**
 * Message from the page to the worker. `skip-waiting` activates a waiting update in every tab;
 * `forget` deletes data after a sign-out.
 */
export type MessageToWorker = { type: 'skip-waiting' } | { type: 'forget' }

/** Name of the Background Sync that sends the outbox. */
export const OUTBOX_SYNC = 'split-outbox'
/** Name of the Background Sync that ends sessions whose user signed out without a connection. */
export const LOGOUT_SYNC = 'split-logout'

/**
 * Header of an answer that the worker has already written into the local copy, so the page must not
 * do it again.
 */
export const MIRRORED_HEADER = 'X-Mirrored'

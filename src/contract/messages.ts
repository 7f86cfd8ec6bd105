/** What worker and page say to each other. One typed union each way (card: shape). */

/** Worker to page. `unavailable.retry_after` is seconds or an ISO date, as the server gave it. */
export type ToPage =
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'unavailable'; retry_after: number | string | null; detail: string | null }
  | { type: 'open'; path: string }
  /** A push came, or one was opened: `group` says what it made stale, `unread` how many there are. */
  | { type: 'activity'; group: string | null; unread: number | null }

/** Page to worker. `skip-waiting` takes a waiting update in every tab; `forget` follows a sign-out. */
export type ToWorker = { type: 'skip-waiting' } | { type: 'forget' }

/** Name of the Background Sync that sends what waits. */
export const OUTBOX_SYNC = 'split-outbox'
/** … and of the one that ends sessions that were left without a connection. */
export const LOGOUT_SYNC = 'split-logout'

/** Set on an answer that the worker has already written into the mirror, so the page need not. */
export const MIRRORED_HEADER = 'X-Mirrored'

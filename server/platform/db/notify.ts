import { sql as query, type SQL } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'

/** Channels for notifications between processes (PostgreSQL LISTEN and NOTIFY). */
export type Channel =
  | 'split_chat'
  | 'split_domains'
  | 'split_links'
  | 'split_maintenance'
  | 'split_owners'
  | 'split_pages'
  | 'split_site_pages'

export type Listening = { stop: () => void }

/**
 * Calls `handler` for each message. `onConnect` runs at the start and after each reconnect:
 * messages in between are lost, so caches must be cleared or loaded again.
 */
export async function listen(
  dedicated: DedicatedConnection,
  channel: Channel,
  handler: (payload: string) => void,
  onConnect: () => void = () => {},
): Promise<Listening> {
  const removeHandler = dedicated.onNotice((name, payload) => {
    if (name === channel) handler(payload)
  })
  const removeListen = await dedicated.keep(async (ask) => {
    await ask(`listen ${channel}`)
    onConnect()
  })
  return {
    stop() {
      removeHandler()
      removeListen()
    },
  }
}

type Listener = (payload: string) => void
const earlyHandlers = new Map<Channel, Set<Listener>>()

/**
 * Calls `handler` for each message of this process before the transaction commits. Cached data that
 * depends on it is unreliable until the message arrives.
 */
export function beforeNotice(channel: Channel, handler: Listener): () => void {
  const handlers = earlyHandlers.get(channel) ?? new Set()
  earlyHandlers.set(channel, handlers.add(handler))
  return () => void handlers.delete(handler)
}

/** Sends a message. Inside a transaction, it is sent only when the transaction commits. */
export async function notify(db: DbOrTx, channel: Channel, payload = ''): Promise<void> {
  await db.execute(query`select ${notice(channel, payload)}`)
}

/** Returns an expression that sends a message as part of another statement, which saves a query. */
export function notice(channel: Channel, payload: string): SQL {
  for (const handler of earlyHandlers.get(channel) ?? []) handler(payload)
  return query`pg_notify(${channel}, ${payload})`
}

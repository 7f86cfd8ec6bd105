import { sql as query, type SQL } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'

/** What processes tell each other, by way of the database. */
export type Channel =
  | 'split_chat'
  | 'split_domains'
  | 'split_links'
  | 'split_maintenance'
  | 'split_pages'
  | 'split_site_pages'

export type Listening = { stop: () => void }

/**
 * Calls `handler` for each message. `onConnect` runs at first and after every reconnect: what was said
 * in between is lost, so a cache must be dropped or read again there.
 */
export async function listen(
  dedicated: DedicatedConnection,
  channel: Channel,
  handler: (payload: string) => void,
  onConnect: () => void = () => {},
): Promise<Listening> {
  const unhear = dedicated.onNotice((name, payload) => {
    if (name === channel) handler(payload)
  })
  const unkeep = await dedicated.keep(async (ask) => {
    await ask(`listen ${channel}`)
    onConnect()
  })
  return {
    stop() {
      unhear()
      unkeep()
    },
  }
}

type Listener = (payload: string) => void
const announced = new Map<Channel, Set<Listener>>()

/**
 * Calls `handler` for each message that this process is about to send, before its transaction commits:
 * what depends on it is doubtful from now on until the message is heard.
 */
export function beforeNotice(channel: Channel, handler: Listener): () => void {
  const handlers = announced.get(channel) ?? new Set()
  announced.set(channel, handlers.add(handler))
  return () => void handlers.delete(handler)
}

/** Inside a transaction it is sent when the transaction commits, and not at all when it does not. */
export async function notify(db: DbOrTx, channel: Channel, payload = ''): Promise<void> {
  await db.execute(query`select ${notice(channel, payload)}`)
}

/** The same as part of another statement, which saves a way to the database. */
export function notice(channel: Channel, payload: string): SQL {
  for (const handler of announced.get(channel) ?? []) handler(payload)
  return query`pg_notify(${channel}, ${payload})`
}

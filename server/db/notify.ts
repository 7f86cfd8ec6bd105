import { sql as query } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'

/** What processes tell each other, by way of the database. */
export type Channel = 'split_domains' | 'split_links' | 'split_maintenance' | 'split_pages'

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

/** Inside a transaction it is sent when the transaction commits, and not at all when it does not. */
export async function notify(db: DbOrTx, channel: Channel, payload = ''): Promise<void> {
  await db.execute(query`select pg_notify(${channel}, ${payload})`)
}

import type { PoolClient } from 'pg'
import { within } from '../within.ts'
import { databaseOf, type Database, type Db } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'
import { askIn, askOn, onConnection, type Ask, type Statement } from './statement.ts'

/** Who asked has gone, so the rest is not worth reading. */
export class NobodyWaits extends Error {}

type Given = Pick<Database, 'db' | 'pool'> & { dedicated: DedicatedConnection }

/**
 * The database as a request sees it that only reads: its statements end soon after its client has
 * gone, and no further one begins. Transactions are as ever, so nothing is broken off that is written.
 */
export function whileWanted({ db, pool, dedicated }: Given, signal: AbortSignal): Db {
  const askToTheEnd = askIn(pool)

  const ask: Ask = async (statement) => {
    if (signal.aborted) throw new NobodyWaits()
    if (!/^[\s(]*select\b/i.test(statement.text)) return askToTheEnd(statement)
    try {
      return await onConnection(pool, (client) => askWanted(client, statement))
    } catch (error) {
      throw signal.aborted ? new NobodyWaits() : error
    }
  }

  /** The connection is held until the last cancelling is answered: it can reach no later statement. */
  async function askWanted(client: PoolClient, statement: Statement) {
    signal.throwIfAborted()
    const answer = askOn(client, statement)
    const settled = answer.then(
      () => true,
      () => true,
    )
    let cancelled: Promise<void> | undefined
    const cancel = () => void (cancelled = cancelUntil(settled, dedicated, client))
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await answer
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancelled
    }
  }

  return databaseOf(ask, (work) => db.transaction(work))
}

const AGAIN_MS = 100

/** Said again and again: a statement that has only just been sent does not hear of it yet. */
async function cancelUntil(
  settled: Promise<boolean>,
  dedicated: DedicatedConnection,
  client: PoolClient,
) {
  const pid = 'processID' in client ? client.processID : null
  do {
    await dedicated.ask('select pg_cancel_backend($1)', [pid]).catch(() => {})
  } while (!(await within(AGAIN_MS, settled, false)))
}

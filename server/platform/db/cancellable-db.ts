import type { PoolClient } from 'pg'
import { withTimeout } from '../with-timeout.ts'
import { databaseOf, type Database, type Db } from './client.ts'
import type { DedicatedConnection } from './dedicated-connection.ts'
import { askIn, askOn, withConnection, type Ask, type Statement } from './statement.ts'

/** Error of a read that was stopped because the client has disconnected. */
export class ClientGone extends Error {}

type DatabaseParts = Pick<Database, 'db' | 'pool'> & { dedicated: DedicatedConnection }

/**
 * Returns a database for read-only requests. When the client disconnects, running statements are
 * cancelled and further ones are refused. Transactions are not affected, so that no write is
 * interrupted.
 */
export function cancellableDb({ db, pool, dedicated }: DatabaseParts, signal: AbortSignal): Db {
  const askWithoutCancel = askIn(pool)

  const ask: Ask = async (statement) => {
    if (signal.aborted) throw new ClientGone()
    if (!/^[\s(]*select\b/i.test(statement.text)) return askWithoutCancel(statement)
    try {
      return await withConnection(pool, (client) => askCancellable(client, statement))
    } catch (error) {
      throw signal.aborted ? new ClientGone() : error
    }
  }

  /**
   * Holds the connection until the last cancel request is answered, so that it cannot cancel a
   * later statement.
   */
  async function askCancellable(client: PoolClient, statement: Statement) {
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

const RETRY_MS = 100

/** Repeats the cancel request, because one that arrives before its statement has no effect. */
async function cancelUntil(
  settled: Promise<boolean>,
  dedicated: DedicatedConnection,
  client: PoolClient,
) {
  const pid = 'processID' in client ? client.processID : null
  do {
    await dedicated.ask('select pg_cancel_backend($1)', [pid]).catch(() => {})
  } while (!(await withTimeout(RETRY_MS, settled, false)))
}

import type { Pool, PoolClient } from 'pg'
import { endsConnection } from './connection-lost.ts'
import { askOn, type Ask } from './statement.ts'

/** Statements of a transaction on its connection. */
export type Scope = {
  ask: Ask
  client: PoolClient
  /** Number of savepoints around the present one. */
  depth: number
}

/**
 * Error of a COMMIT that PostgreSQL answered with ROLLBACK, because an earlier statement failed and
 * its error was ignored.
 */
class NotCommitted extends Error {
  override name = 'NotCommitted'
}

type TransactionOptions = {
  begin?: string
  /** Runs on the same connection, before the transaction. */
  before?: (ask: Ask) => Promise<void>
}

/**
 * Runs work in a transaction. Throws the first error; a lost connection is not returned to the
 * pool. Statements after the end are refused, because the connection may be in use elsewhere.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (scope: Scope) => Promise<T>,
  { begin = 'begin', before }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect()
  let isLost = false
  let isOver = false
  const ask: Ask = async (statement) => {
    if (isOver) throw new Error('The transaction of this statement is over.')
    try {
      return await askOn(client, statement)
    } catch (error) {
      isLost ||= endsConnection(error)
      throw error
    }
  }
  try {
    await before?.(ask)
    await ask({ text: begin })
    const result = await work({ ask, client, depth: 0 })
    const { command } = await ask({ text: 'commit' })
    if (command !== 'COMMIT') throw new NotCommitted('The transaction was rolled back.')
    return result
  } catch (error) {
    if (!isLost) await ask({ text: 'rollback' }).catch(() => (isLost = true))
    throw error
  } finally {
    isOver = true
    client.release(isLost)
  }
}

/** Runs a part of a transaction that can be rolled back alone. */
export async function inSavepoint<T>(scope: Scope, work: (inner: Scope) => Promise<T>): Promise<T> {
  const depth = scope.depth + 1
  const name = `part_${depth}`
  await scope.ask({ text: `savepoint ${name}` })
  try {
    const result = await work({ ...scope, depth })
    await scope.ask({ text: `release savepoint ${name}` })
    return result
  } catch (error) {
    // If this fails too, all later statements of the transaction fail.
    await scope.ask({ text: `rollback to savepoint ${name}` }).catch(() => {})
    throw error
  }
}

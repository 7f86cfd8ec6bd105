import type { Pool, PoolClient } from 'pg'
import { endsConnection } from './connection-lost.ts'
import { askOn, type Ask } from './statement.ts'

/** The statements of one transaction, all on its connection. */
export type Scope = {
  ask: Ask
  client: PoolClient
  /** Savepoints around this place. */
  depth: number
}

/** COMMIT answers ROLLBACK when a statement had failed and its error was passed over. */
class NotCommitted extends Error {
  override name = 'NotCommitted'
}

/**
 * Whatever fails, the connection goes back whole or not at all, and the first error is the one that
 * is told. A statement that comes after the end is refused: the connection is another's by then.
 */
export async function inTransaction<T>(pool: Pool, work: (scope: Scope) => Promise<T>): Promise<T> {
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
    await ask({ text: 'begin' })
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

/** A part of a transaction that can fail alone. */
export async function inSavepoint<T>(scope: Scope, work: (inner: Scope) => Promise<T>): Promise<T> {
  const depth = scope.depth + 1
  const name = `part_${depth}`
  await scope.ask({ text: `savepoint ${name}` })
  try {
    const result = await work({ ...scope, depth })
    await scope.ask({ text: `release savepoint ${name}` })
    return result
  } catch (error) {
    // When this fails too, so does all that follows.
    await scope.ask({ text: `rollback to savepoint ${name}` }).catch(() => {})
    throw error
  }
}

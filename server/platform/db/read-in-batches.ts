import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { toConnectionLost } from './connection-lost.ts'
import { parsers, type Statement } from './statement.ts'

/** Yields the rows of a statement in batches of the given size. */
export async function* readInBatches<Row>(
  pool: Pool,
  { text, values }: Statement,
  size: number,
): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  const cursor = client.query(new Cursor<Row>(text, values, { types: parsers }))
  let isComplete = false
  try {
    for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size))
      yield rows
    isComplete = true
  } catch (error) {
    throw toConnectionLost(error)
  } finally {
    // If reading stopped early or failed, the connection still has unread rows and cannot be used
    // again.
    client.release(!isComplete)
  }
}

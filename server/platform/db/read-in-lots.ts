import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { asLost } from './connection-lost.ts'
import { parsers, type Statement } from './statement.ts'

/** What a statement answers, so many rows at a time: as many as its reader can hold. */
export async function* readInLots<Row>(
  pool: Pool,
  { text, values }: Statement,
  size: number,
): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  const cursor = client.query(new Cursor<Row>(text, values, { types: parsers }))
  let isWhole = false
  try {
    for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size))
      yield rows
    isWhole = true
  } catch (error) {
    throw asLost(error)
  } finally {
    // Left in the middle, or failed: what still comes is for nobody else.
    client.release(!isWhole)
  }
}

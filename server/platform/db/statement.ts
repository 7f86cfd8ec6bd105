import { types, type ClientBase, type Pool, type PoolClient, type QueryResult } from 'pg'
import { asLost, endsConnection } from './connection-lost.ts'

export type Statement = {
  text: string
  values?: unknown[]
  rowMode?: 'array'
  /** Each connection reads and plans it once, and knows it by this from then on. */
  name?: string
}
/** Runs a statement: on any connection, or on the one of a transaction. */
export type Ask = (statement: Statement) => Promise<QueryResult>

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins
/** Of these moments are made by whoever knows what they mean, arrays of them included. */
const AS_TEXT = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1115, 1182, 1185, 1187])

const asText = (value: string) => value
/** Of the answers of our own statements; the job queue has pg's. */
export const parsers: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(id) ? asText : types.getTypeParser(id, format),
}

/** A statement on this connection; a connection that ends under it is a `ConnectionLost`. */
export async function askOn(client: ClientBase, statement: Statement): Promise<QueryResult> {
  try {
    return await client.query({ ...statement, types: parsers })
  } catch (error) {
    throw asLost(error)
  }
}

/** Work on a connection of the pool, which is given back whole or not at all. */
export async function onConnection<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isLost = false
  try {
    return await work(client)
  } catch (error) {
    isLost = endsConnection(error)
    throw error
  } finally {
    client.release(isLost)
  }
}

export const askIn =
  (pool: Pool): Ask =>
  (statement) =>
    onConnection(pool, (client) => askOn(client, statement))

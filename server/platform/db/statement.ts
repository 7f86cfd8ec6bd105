import { types, type ClientBase, type Pool, type PoolClient, type QueryResult } from 'pg'
import { tracedInside, type SpanStart } from '../traces/traces.ts'
import { toConnectionLost, endsConnection } from './connection-lost.ts'

export type Statement = {
  text: string
  values?: unknown[]
  rowMode?: 'array'
  /** Name of a prepared statement, which each connection parses and plans once. */
  name?: string
}
/** Runs a statement on any connection, or on the one of a transaction. */
export type Ask = (statement: Statement) => Promise<QueryResult>

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins
/**
 * Types that are returned as text, because only the caller knows how to read them. Includes arrays
 * of them.
 */
const AS_TEXT = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1115, 1182, 1185, 1187])

const asText = (value: string) => value
/** Parsers for the results of our statements. The job queue uses pg's own. */
export const parsers: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(id) ? asText : types.getTypeParser(id, format),
}

/** Runs a statement on this connection. Throws `ConnectionLost` if the connection ends. */
export async function askOn(client: ClientBase, statement: Statement): Promise<QueryResult> {
  return tracedInside(
    () => spanOf(statement),
    async () => {
      try {
        return await client.query({ ...statement, types: parsers })
      } catch (error) {
        throw toConnectionLost(error)
      }
    },
  )
}

/** Describes a statement by its operation and table. Its text could contain values. */
function spanOf({ text }: Statement): SpanStart {
  const operation = /[a-z]+/i.exec(text)?.[0]?.toLowerCase() ?? ''
  const table = tableIn(text)
  const name = table === undefined ? operation : `${operation} ${table}`
  const system = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
  const values = { ...system, ...(table !== undefined && { 'db.collection.name': table }) }
  return { name, kind: 'database', values }
}

/** Returns the first table of a statement outside of parentheses, which contain subqueries. */
function tableIn(text: string): string | undefined {
  let depth = 0
  for (const [part, table] of text.matchAll(PARENTHESIS_OR_TABLE)) {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    else if (depth === 0) return table
  }
  return undefined
}
const PARENTHESIS_OR_TABLE = /[()]|\b(?:from|into|update)\s+"?([a-z_]+)"?/gi

/**
 * Runs work on a connection of the pool. A connection that was lost is not returned to the pool.
 */
export async function withConnection<T>(
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
    withConnection(pool, (client) => askOn(client, statement))

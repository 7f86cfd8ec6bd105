import type { ClientBase, Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { toConnectionLost } from '../../platform/db/connection-lost.ts'
import { columnsOf, qualifiedName, readCatalog, type Catalog } from './catalog.ts'
import { fullName, type State, type Table } from './manifest.ts'

/** Complete rows of one table in COPY format. */
export type Rows = { table: string; bytes: Buffer }

/** Consistent view of the database: its catalog, then its rows, and the row counts at the end. */
export type Snapshot = {
  catalog: Catalog
  rows: AsyncGenerator<Rows>
  /** Available after all rows were read. */
  state: () => State
}

const PART_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/**
 * Settings that make the COPY output readable by every PostgreSQL, whatever the defaults of this
 * database are.
 */
const COPY_SETTINGS = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local search_path = pg_catalog`

/**
 * Calls `work` with all tables as they are at one moment. They are read in one transaction that
 * sees no later changes and blocks no writers.
 */
export async function withSnapshot<T>(
  pool: Pool,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(COPY_SETTINGS)
    const catalog = await readCatalog(client)
    const counted: Table[] = []
    const rows = rowsOf(client, catalog, counted)
    const result = await work({ catalog, rows, state: () => ({ ...catalog, tables: counted }) })
    await client.query('rollback')
    isWhole = true
    return result
  } finally {
    // If a COPY was interrupted, close the connection: the remaining output would go to its next
    // user.
    client.release(!isWhole)
  }
}

async function* rowsOf(
  client: ClientBase,
  { tables }: Catalog,
  counted: Table[],
): AsyncGenerator<Rows> {
  for (const table of tables) {
    let rows = 0
    for await (const bytes of splitIntoRows(copyOut(client, table))) {
      rows += countLines(bytes)
      yield { table: fullName(table), bytes }
    }
    counted.push({ ...table, rows })
  }
}

const copyOut = (client: ClientBase, table: Catalog['tables'][number]) =>
  client.query(copyTo(`copy ${qualifiedName(table)} (${columnsOf(table)}) to stdout`))

/**
 * Yields complete rows. COPY escapes line breaks within values, so each remaining line break ends a
 * row.
 */
async function* splitIntoRows(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of source) {
      pieces.push(piece)
      length += piece.length
      if (length < PART_BYTES) continue
      const bytes = Buffer.concat(pieces)
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end > 0) yield bytes.subarray(0, end)
      pieces = [bytes.subarray(end)]
      length = bytes.length - end
    }
  } catch (error) {
    throw toConnectionLost(error)
  }
  if (length > 0) yield Buffer.concat(pieces)
}

export function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

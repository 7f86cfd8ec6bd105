import type { ClientBase, Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { asLost } from '../../platform/db/connection-lost.ts'
import { columnsOf, place, readCatalog, type Catalog } from './catalog.ts'
import { fullName, type State, type Table } from './manifest.ts'

/** Rows of one table, as COPY writes them; never half a row. */
export type Rows = { table: string; bytes: Buffer }

/** What a look at everything gives: first what there is, then the rows, and the counts at the end. */
export type Snapshot = {
  catalog: Catalog
  rows: AsyncGenerator<Rows>
  /** When all rows were read. */
  state: () => State
}

const PART_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** As every PostgreSQL reads it, whatever is set where it was written. */
const PLAIN = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local search_path = pg_catalog`

/**
 * Everything as it was at one moment, while others write on: all tables are read in one transaction
 * that sees no later change and holds up nobody.
 */
export async function withSnapshot<T>(
  pool: Pool,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(PLAIN)
    const catalog = await readCatalog(client)
    const counted: Table[] = []
    const rows = rowsOf(client, catalog, counted)
    const result = await work({ catalog, rows, state: () => ({ ...catalog, tables: counted }) })
    await client.query('rollback')
    isWhole = true
    return result
  } finally {
    // Left in the middle of a table: what still comes is for nobody else.
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
    for await (const bytes of wholeRows(copyOut(client, table))) {
      rows += linesIn(bytes)
      yield { table: fullName(table), bytes }
    }
    counted.push({ ...table, rows })
  }
}

const copyOut = (client: ClientBase, table: Catalog['tables'][number]) =>
  client.query(copyTo(`copy ${place(table)} (${columnsOf(table)}) to stdout`))

/** A line break within a value is written as two signs, so each that is left ends a row. */
async function* wholeRows(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  try {
    for await (const piece of source) {
      held.push(piece)
      length += piece.length
      if (length < PART_BYTES) continue
      const bytes = Buffer.concat(held)
      const end = bytes.lastIndexOf(NEWLINE) + 1
      if (end > 0) yield bytes.subarray(0, end)
      held = [bytes.subarray(end)]
      length = bytes.length - end
    }
  } catch (error) {
    throw asLost(error)
  }
  if (length > 0) yield Buffer.concat(held)
}

export function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

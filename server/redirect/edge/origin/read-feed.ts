import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { edgeChanges } from '../../../platform/db/schema.ts'
import { columns, type Sql, type TransactionSql } from '../../../platform/db/sql.ts'
import { EPOCH } from '../../../platform/db/changes.ts'
import {
  columnsOf,
  FEED_FORMAT,
  FEED_TABLES,
  type Feed,
  type FeedTable,
  type Row,
  type RowPage,
  type TableChanges,
} from '../feed-tables.ts'

/** Days for which changes are kept. Cursors are valid for half of it. */
const CHANGE_DAYS = 2
const MAX_CURSOR_AGE_MS = 24 * 60 * 60 * 1000
/** Maximum number of changes per answer. After more, for instance an import, edges copy all rows. */
const MAX_CHANGES = 20_000
const PAGE_SIZE = 5000

/**
 * Position of an edge: all transactions that `snapshot` shows are known. `epoch` changes with a
 * restart of the database and with a restored backup, because numbers of transactions may repeat
 * then.
 */
type Cursor = { epoch: string; snapshot: string; at: number }

const CURSOR = /^([\w.-]+)\/(\d+:\d+:[\d,]*)\/(\d+)$/

function parseCursor(text: string | undefined): Cursor | null {
  const [, epoch, snapshot, at] = CURSOR.exec(text ?? '') ?? []
  return epoch && snapshot && at ? { epoch, snapshot, at: Number(at) } : null
}

/**
 * Returns the rows that transactions after the cursor changed. All reads use one snapshot of the
 * database, which is the next cursor. A transaction that commits later is not visible in it, so the
 * next call returns its changes, whatever its number.
 */
export function readFeed(database: Sql, cursorText: string | undefined): Promise<Feed> {
  const cursor = parseCursor(cursorText)
  return database.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    const now = await readPosition(tx)
    const isValid =
      cursor !== null && cursor.epoch === now.epoch && now.at - cursor.at < MAX_CURSOR_AGE_MS
    const changes = isValid ? await changesAfter(tx, cursor.snapshot) : null
    return {
      format: FEED_FORMAT,
      cursor: `${now.epoch}/${now.snapshot}/${now.at}`,
      isStale: changes === null,
      tables: changes ?? [],
      salts: await readSalts(tx),
    }
  })
}

async function readPosition(tx: TransactionSql): Promise<Cursor> {
  const [row] = await tx<Cursor[]>`
    select pg_current_snapshot()::text as snapshot,
      coalesce((select value #>> '{}' from operator_settings where key = ${EPOCH}), '')
        || '.' || extract(epoch from pg_postmaster_start_time())::text as epoch,
      (extract(epoch from now()) * 1000)::int8::float8 as at`
  if (!row) throw new Error('no position')
  return row
}

/** Returns the changes that are not visible in a snapshot; null if there are too many. */
async function changesAfter(tx: TransactionSql, snapshot: string): Promise<TableChanges[] | null> {
  const changed = await tx<{ name: string; key: Row }[]>`
    select distinct table_name as name, key from edge_changes
    where tx >= (pg_snapshot_xmin(${snapshot}::text::pg_snapshot)::text)::bigint
      and not pg_visible_in_snapshot((tx::text)::xid8, ${snapshot}::text::pg_snapshot)
    limit ${MAX_CHANGES + 1}`
  if (changed.length > MAX_CHANGES) return null
  const tables: TableChanges[] = []
  for (const table of FEED_TABLES) {
    const keys = changed.filter(({ name }) => name === table.name).map(({ key }) => key)
    if (keys.length === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- one connection reads one table after another
    tables.push({ name: table.name, keys, rows: await rowsOf(tx, table, keys) })
  }
  return tables
}

async function rowsOf(tx: TransactionSql, table: FeedTable, keys: Row[]): Promise<Row[]> {
  const name = columns([table.name])
  const key = columns(table.key)
  const found = await tx<{ row: Row }[]>`
    select to_jsonb(found) as row from (
      select ${columns(columnsOf(table))} from ${name} where (${key}) in (
        select ${key} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(keys)}::text::jsonb))
    ) found`
  return found.map(({ row }) => row)
}

/**
 * Returns the next rows of a table after a key, for an edge that copies all of them. Pages are read
 * at different times. The edge then reads the changes after a cursor from before the first page.
 */
export async function readRows(
  database: Sql,
  table: FeedTable,
  after: Row | null,
): Promise<RowPage> {
  const name = columns([table.name])
  const key = columns(table.key)
  const from = JSON.stringify(after ?? {})
  const found = await database<{ row: Row }[]>`
    select to_jsonb(found) as row from (
      select ${columns(columnsOf(table))} from ${name}
      where ${after === null} or (${key}) > (
        select ${key} from jsonb_populate_record(null::${name}, ${from}::text::jsonb))
      order by ${key} limit ${PAGE_SIZE}
    ) found`
  const rows = found.map(({ row }) => row)
  const last = rows.at(-1)
  const isEnd = last === undefined || rows.length < PAGE_SIZE
  return { rows, next: isEnd ? null : keyOf(table, last) }
}

const keyOf = ({ key }: FeedTable, row: Row): Row =>
  Object.fromEntries(key.map((column) => [column, row[column]]))

async function readSalts(tx: TransactionSql): Promise<Record<string, string>> {
  const rows = await tx<{ day: string; salt: string }[]>`
    select day::text as day, salt from visitor_salts where day >= (now() at time zone 'UTC')::date`
  return Object.fromEntries(rows.map(({ day, salt }) => [day, salt]))
}

/** Deletes changes that no valid cursor needs. */
export async function deleteOldChanges(db: Db): Promise<void> {
  const first = sql`now() - make_interval(days => ${CHANGE_DAYS})`
  await db.delete(edgeChanges).where(lt(edgeChanges.at, first))
}

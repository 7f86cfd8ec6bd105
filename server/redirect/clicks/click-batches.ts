import type { Sql, TransactionSql } from '../../platform/db/sql.ts'
import { list } from '../../platform/db/array-literal.ts'

/**
 * Clicks that are stored together, one line of plain ASCII each. A batch is counted once, by any
 * process.
 */
export type Batch = { id: string; count: number; lines: string }

/** Stores a batch without counting it. It takes a single row, so it can be done often. */
export async function storeBatch(sql: Sql, batch: Batch): Promise<void> {
  await sql`
    insert into click_batches (id, body) values (${batch.id}, ${batch.lines})
    on conflict do nothing`
}

/**
 * Deletes batches in the transaction that counts them, and returns those that were still there. A
 * missing batch was counted already: by an attempt whose answer was lost, or by a server that
 * started meanwhile. Rows are locked in order of their ids to avoid deadlocks.
 */
export async function takeBatches(tx: TransactionSql, batches: Batch[]): Promise<Batch[]> {
  const rows = await tx<{ id: string }[]>`
    delete from click_batches where id in (
      select id from click_batches where id = any(${list(batches.map(({ id }) => id))}::text::uuid[])
      order by id for update)
    returning id`
  const takenBatches = new Set(rows.map(({ id }) => id))
  return batches.filter(({ id }) => takenBatches.has(id))
}

/** Returns the ids of batches that are not counted yet, oldest first. */
export async function storedBatchIds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from click_batches order by id`
  return rows.map(({ id }) => id)
}

export async function readBatch(sql: Sql, id: string): Promise<Batch | null> {
  const [row] = await sql<{ body: string }[]>`select body from click_batches where id = ${id}`
  if (!row) return null
  return { id, count: row.body.split('\n').length - 1, lines: row.body }
}

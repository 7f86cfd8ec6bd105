import type { Sql, TransactionSql } from '../../platform/db/sql.ts'
import { list } from '../../platform/db/array-literal.ts'
import type { JournalRange } from './journal/journal.ts'

/**
 * Clicks that are stored together, one line of plain ASCII each. A batch is counted once, by any
 * process.
 */
export type Batch = { id: string; count: number; lines: string }

/** Batch of clicks that may also be in a journal. */
export type NewBatch = Batch & { journal: JournalRange | null }

/**
 * Stores a batch without counting it. It takes a single row, so it can be done often. The same
 * statement stores the position in the journal. A repeated batch, or one that another process has
 * read from the journal of a killed one, therefore stores only clicks after that position.
 */
export async function storeBatch(sql: Sql, batch: NewBatch): Promise<void> {
  const { id, lines, journal } = batch
  if (journal === null) {
    await sql`insert into click_batches (id, body) values (${id}, ${lines}) on conflict do nothing`
    return
  }
  const stored = await sql`
    with noted as (
      insert into click_journals as known (id, position) values (${journal.id}, ${journal.to})
      on conflict (id) do update set position = excluded.position, stored_at = now()
        where known.position <= ${journal.from}
      returning 1)
    insert into click_batches (id, body) select ${id}, ${lines} from noted
    returning 1`
  if (stored.length > 0) return
  const [row] = await sql<{ position: number }[]>`
    select position::float8 as position from click_journals where id = ${journal.id}`
  const position = row?.position ?? journal.from
  if (position >= journal.to) return
  batch.lines = linesAfter(lines, position - journal.from)
  batch.journal = { ...journal, from: position }
  await storeBatch(sql, batch)
}

function linesAfter(lines: string, count: number): string {
  let start = 0
  for (let n = 0; n < count; n += 1) start = lines.indexOf('\n', start) + 1
  return lines.slice(start)
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

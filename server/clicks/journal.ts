import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { Device } from './device.ts'
import type { ClickEvent } from './events.ts'
import { list } from './fold-sql.ts'
import type { RequestKind } from './kinds.ts'
import { isSliceEnd } from './pace.ts'

/** Clicks that are written down together; counted once, whoever does it. */
export type Batch = { id: string; events: ClickEvent[] }

/** Writes clicks down as they came: one row whatever their number, so that it can be done often. */
export async function note(sql: Sql, { id, events }: Batch): Promise<void> {
  let body = ''
  for (const [index, event] of events.entries()) {
    body += line(event)
    if (isSliceEnd(index)) await setImmediate()
  }
  await sql`insert into click_batches (id, body) values (${id}, ${body}) on conflict do nothing`
}

/**
 * Takes batches to count them in this transaction. One that is gone was counted already: by a try
 * whose answer was lost, or by a server that started meanwhile. Locked in order, as two may meet.
 */
export async function take(tx: TransactionSql, batches: Batch[]): Promise<Batch[]> {
  const rows = await tx<{ id: string }[]>`
    delete from click_batches where id in (
      select id from click_batches where id = any(${list(batches.map(({ id }) => id))}::text::uuid[])
      order by id for update)
    returning id`
  const taken = new Set(rows.map(({ id }) => id))
  return batches.filter(({ id }) => taken.has(id))
}

/** Batches that nobody has counted yet, the oldest first. */
export async function notedIds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from click_batches order by id`
  return rows.map(({ id }) => id)
}

export async function readBatch(sql: Sql, id: string): Promise<Batch | null> {
  const [row] = await sql<{ body: string }[]>`select body from click_batches where id = ${id}`
  return row ? { id, events: row.body.split('\n').filter(Boolean).map(toEvent) } : null
}

/** No value can hold a tab or a line end: each is an id, a number or a plain name. */
const line = ({ link, id, at, kind, visitor, referrer, device }: ClickEvent) =>
  `${link.linkId}\t${link.userId}\t${link.brandId ?? ''}\t${id ?? ''}\t${at}\t${kind}\t${visitor}\t${referrer}\t${device}\n`

function toEvent(text: string): ClickEvent {
  const [linkId = '', userId = '', brandId, id, at, kind, visitor = '', referrer = '', device] =
    text.split('\t')
  return {
    link: { linkId, userId, brandId: brandId || null },
    id: id || null,
    at: Number(at),
    kind: kind as RequestKind,
    visitor,
    referrer,
    device: device as Device,
  }
}

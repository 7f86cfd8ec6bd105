import type { TransactionSql } from 'postgres'
import { ByVisit, DUPLICATE_MS, type PersonClick } from './duplicates.ts'
import { list } from './fold-sql.ts'
import { DAY_MS, dayOf } from './visitor.ts'

/**
 * Writes down each visitor's first click of the batch. Answers those that count: true for the first
 * of the day. One statement, because a look and a write would each have to find the row; one string,
 * because reading a row each takes thrice the time.
 */
export async function countVisits(tx: TransactionSql, firsts: PersonClick[]) {
  const counted = new ByVisit<boolean>()
  if (firsts.length === 0) return counted
  const [row] = await tx<[{ found: string | null }]>`
    with written as (
      insert into click_visitors as known (day, link_id, visitor, counted_at)
      select day, link_id, visitor, to_timestamp(at / 1000.0) from ${seen(tx, firsts)}
      on conflict (day, link_id, visitor)
      do update set counted_at = greatest(known.counted_at, excluded.counted_at)
      where abs(extract(epoch from excluded.counted_at - known.counted_at)) >= ${DUPLICATE_MS / 1000}
      returning link_id, visitor, xmax = 0 as is_new
    )
    select string_agg(link_id || visitor || is_new::int, ',') as found from written`
  for (const found of row.found?.split(',') ?? []) {
    counted.set(found.slice(0, UUID), found.slice(UUID, -1), found.endsWith('1'))
  }
  return counted
}

const UUID = 36

/** When these visitors' clicks last counted. */
export async function lastCounted(tx: TransactionSql, visits: PersonClick[]) {
  const known = new ByVisit<number>()
  if (visits.length === 0) return known
  const rows = await tx<{ link_id: string; visitor: string; at: string }[]>`
    select link_id, visitor, floor(extract(epoch from counted_at) * 1000)::bigint as at
    from ${seen(tx, visits)} join click_visitors using (day, link_id, visitor)`
  for (const row of rows) known.set(row.link_id, row.visitor, Number(row.at))
  return known
}

/** For visitors who counted once more in the same batch, which only a long wait makes possible. */
export async function moveVisits(tx: TransactionSql, later: PersonClick[]) {
  if (later.length === 0) return
  await tx`
    update click_visitors set counted_at = to_timestamp(at / 1000.0) from ${seen(tx, later)}
    where click_visitors.day = seen.day and click_visitors.link_id = seen.link_id
      and click_visitors.visitor = seen.visitor`
}

const seen = (tx: TransactionSql, visits: PersonClick[]) => tx`
  unnest(
    ${list(visits.map((visit) => isoDay(visit.at)))}::text::date[],
    ${list(visits.map((visit) => visit.linkId))}::text::uuid[],
    ${list(visits.map((visit) => visit.visitor))}::text::text[],
    ${list(visits.map((visit) => visit.at))}::text::bigint[]
  ) as seen (day, link_id, visitor, at)`

/** `2026-01-31`, worked out once a day and not once a click. */
function isoDay(at: number): string {
  const day = dayOf(at)
  if (day !== latest.day) latest = { day, iso: new Date(day * DAY_MS).toISOString().slice(0, 10) }
  return latest.iso
}
let latest = { day: Number.NaN, iso: '' }

import { part, type TransactionSql } from '../../platform/db/sql.ts'
import { ByVisit, DUPLICATE_MS, type PersonClick } from './duplicates.ts'
import { list } from '../../platform/db/array-literal.ts'
import { visitKey } from './visit-key.ts'
import { DAY_MS, dayOf } from './utc-day.ts'

/**
 * Stores each visitor's first click of the batch and returns those that count: true for the first
 * of the day. One statement does both, because a read and a write would each have to find the row.
 * The result is one string, because reading a row for each visit takes three times as long.
 */
export async function countVisits(tx: TransactionSql, firsts: PersonClick[]) {
  const counted = new ByVisit<boolean>()
  if (firsts.length === 0) return counted
  const byKey = byVisitKey(firsts)
  const [row] = await tx<[{ found: string | null }]>`
    with written as (
      insert into click_visitors as known (visit, day, counted_at)
      select visit, day, to_timestamp(at / 1000.0) from ${seenRows(byKey)}
      on conflict (visit)
      do update set counted_at = greatest(known.counted_at, excluded.counted_at)
      where abs(extract(epoch from excluded.counted_at - known.counted_at)) >= ${DUPLICATE_MS / 1000}
      returning visit, xmax = 0 as is_new
    )
    select string_agg(visit || case when is_new then '+' else '' end, ',') as found from written`
  for (const found of row.found?.split(',') ?? []) {
    const isNew = found.endsWith('+')
    const visit = byKey.get(isNew ? found.slice(0, -1) : found)
    if (visit) counted.set(visit.linkId, visit.visitor, isNew)
  }
  return counted
}

/** Returns when the clicks of these visitors last counted. */
export async function lastCounted(tx: TransactionSql, visits: PersonClick[]) {
  const known = new ByVisit<number>()
  if (visits.length === 0) return known
  const byKey = byVisitKey(visits)
  const rows = await tx<{ visit: string; at: string }[]>`
    select visit, floor(extract(epoch from counted_at) * 1000)::bigint as at
    from ${seenRows(byKey)} join click_visitors using (visit)`
  for (const row of rows) {
    const visit = byKey.get(row.visit)
    if (visit) known.set(visit.linkId, visit.visitor, Number(row.at))
  }
  return known
}

/** Updates visitors who counted again in the same batch, which only happens after a long wait. */
export async function updateVisits(tx: TransactionSql, later: PersonClick[]) {
  if (later.length === 0) return
  await tx`
    update click_visitors set counted_at = to_timestamp(at / 1000.0) from ${seenRows(byVisitKey(later))}
    where click_visitors.visit = seen.visit`
}

/**
 * Removes duplicate keys, because a statement may not update a row twice. Two visits share a key
 * only by accident.
 */
const byVisitKey = (visits: PersonClick[]) =>
  new Map(visits.map((visit) => [visitKey(visit.linkId, visit.visitor), visit]))

const seenRows = (visits: Map<string, PersonClick>) => part`
  unnest(
    ${list(visits.keys())}::text::bigint[],
    ${list(Array.from(visits.values(), ({ at }) => isoDay(at)))}::text::date[],
    ${list(Array.from(visits.values(), ({ at }) => at))}::text::bigint[]
  ) as seen (visit, day, at)`

/** Returns a date like `2026-01-31`, formatted once a day instead of once per click. */
function isoDay(at: number): string {
  const day = dayOf(at)
  if (day !== latest.day) latest = { day, iso: new Date(day * DAY_MS).toISOString().slice(0, 10) }
  return latest.iso
}
let latest = { day: Number.NaN, iso: '' }

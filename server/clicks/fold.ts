import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { copyEvents, type EventLine } from './copy-events.ts'
import { createJudge, isoDay, visitKey, type Counted } from './duplicates.ts'
import type { ClickEvent } from './events.ts'
import { KIND } from './kinds.ts'
import { isSliceEnd } from './pace.ts'
import { createTally, type HourTally, type LinkTally } from './tally.ts'

/**
 * Writes a batch in one transaction: events, counters, roll-ups and each owner's change number, so
 * that the sum of the counters is the number of events at every moment. Owners are locked first and
 * in one order (as `nextChanges` does): folds of two processes queue up and never wait in a circle.
 * A link that was deleted meanwhile takes its clicks with it.
 */
export async function fold(sql: Sql, events: ClickEvent[]): Promise<void> {
  await sql.begin(async (tx) => {
    const numbers = await nextNumbers(tx, events)
    const { judge, changed } = createJudge(await lastCounted(tx, events))
    const lines: EventLine[] = []
    const { links, hours, add } = createTally()
    for (const [index, event] of events.entries()) {
      const kind = event.kind === 'human' ? judge(event) : KIND[event.kind]
      add(event, kind)
      lines.push({ event, kind })
      if (isSliceEnd(index)) await setImmediate()
    }
    const isKept = await addToLinks(tx, [...links.values()], numbers)
    await copyEvents(tx, lines, isKept)
    await addToHours(
      tx,
      [...hours.values()].filter(({ linkId }) => isKept(linkId)),
    )
    await rememberVisitors(
      tx,
      [...changed.values()].filter(({ linkId }) => isKept(linkId)),
    )
  })
}

/** True when an earlier try was committed although its answer never arrived. */
export async function isFolded(sql: Sql, events: ClickEvent[]): Promise<boolean> {
  const ids = list(events.map((event) => event.id))
  const [found] = await sql`
    select 1 from click_events where id = any(${ids}::text::uuid[]) limit 1`
  return found !== undefined
}

async function nextNumbers(tx: TransactionSql, events: ClickEvent[]) {
  const owners = list(new Set(events.map((event) => event.link.userId)))
  await tx`
    select id from users where id = any(${owners}::text::uuid[]) order by id for no key update`
  const rows = await tx<{ id: string; seq: string }[]>`
    update users set change_seq = change_seq + 1 where id = any(${owners}::text::uuid[])
    returning id, change_seq as seq`
  return new Map(rows.map((row) => [row.id, row.seq]))
}

async function lastCounted(tx: TransactionSql, events: ClickEvent[]) {
  const visits = new Map<string, ClickEvent>()
  for (const event of events) {
    if (event.kind === 'human') visits.set(visitKey(event.linkId, event.visitor), event)
  }
  if (visits.size === 0) return new Map<string, number>()
  const asked = [...visits.values()]
  const rows = await tx<{ link_id: string; visitor: string; at: string }[]>`
    select link_id, visitor, floor(extract(epoch from counted_at) * 1000)::text as at
    from unnest(
      ${list(asked.map((event) => isoDay(event.at)))}::text::date[],
      ${list(asked.map((event) => event.linkId))}::text::uuid[],
      ${list(asked.map((event) => event.visitor))}::text::text[]
    ) as asked (day, link_id, visitor)
    join click_visitors using (day, link_id, visitor)`
  return new Map(rows.map((row) => [visitKey(row.link_id, row.visitor), Number(row.at)]))
}

/** Answers which links still exist; only their clicks are stored. */
async function addToLinks(tx: TransactionSql, tallies: LinkTally[], numbers: Map<string, string>) {
  const counts = (kind: number) => list(tallies.map((tally) => tally.byKind[kind] ?? 0))
  const rows = await tx<{ id: string }[]>`
    update links set
      clicks_human = clicks_human + added.human,
      clicks_unique = clicks_unique + added.is_unique,
      clicks_bot = clicks_bot + added.bot,
      clicks_preview = clicks_preview + added.preview,
      clicks_duplicate = clicks_duplicate + added.duplicate,
      change_seq = added.seq
    from unnest(
      ${list(tallies.map((tally) => tally.linkId))}::text::uuid[],
      ${list(tallies.map((tally) => numbers.get(tally.userId) ?? 0))}::text::bigint[],
      ${counts(KIND.human)}::text::int[],
      ${counts(KIND.unique)}::text::int[],
      ${counts(KIND.bot)}::text::int[],
      ${counts(KIND.preview)}::text::int[],
      ${counts(KIND.duplicate)}::text::int[]
    ) as added (id, seq, human, is_unique, bot, preview, duplicate)
    where links.id = added.id
    returning links.id`
  if (rows.length === tallies.length) return () => true
  const kept = new Set(rows.map((row) => row.id))
  return (linkId: string) => kept.has(linkId)
}

async function addToHours(tx: TransactionSql, tallies: HourTally[]) {
  await tx`
    insert into click_hours as known (link_id, hour, kind, referrer, device, country, clicks)
    select link_id, to_timestamp(hour), kind, referrer, device, '', clicks
    from unnest(
      ${list(tallies.map((tally) => tally.linkId))}::text::uuid[],
      ${list(tallies.map((tally) => tally.hour / 1000))}::text::bigint[],
      ${list(tallies.map((tally) => tally.kind))}::text::smallint[],
      ${list(tallies.map((tally) => quoted(tally.referrer)))}::text::text[],
      ${list(tallies.map((tally) => quoted(tally.device)))}::text::text[],
      ${list(tallies.map((tally) => tally.clicks))}::text::int[]
    ) as added (link_id, hour, kind, referrer, device, clicks)
    on conflict (link_id, hour, kind, referrer, device, country)
    do update set clicks = known.clicks + excluded.clicks`
}

async function rememberVisitors(tx: TransactionSql, visits: Counted[]) {
  if (visits.length === 0) return
  await tx`
    insert into click_visitors (day, link_id, visitor, counted_at)
    select day, link_id, visitor, to_timestamp(at / 1000.0)
    from unnest(
      ${list(visits.map((visit) => visit.day))}::text::date[],
      ${list(visits.map((visit) => visit.linkId))}::text::uuid[],
      ${list(visits.map((visit) => visit.visitor))}::text::text[],
      ${list(visits.map((visit) => visit.at))}::text::bigint[]
    ) as seen (day, link_id, visitor, at)
    on conflict (day, link_id, visitor) do update set counted_at = excluded.counted_at`
}

/**
 * PostgreSQL's own writing of an array. One string a column is sent and read much faster than one
 * parameter a value; every value here is a number, an id or made of letters that need no quoting.
 */
const list = (values: Iterable<string | number>) => `{${[...values].join(',')}}`
const quoted = (value: string) => (value === '' || /^null$/i.test(value) ? `"${value}"` : value)

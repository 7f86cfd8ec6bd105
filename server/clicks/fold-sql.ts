import { part, type TransactionSql } from '../db/sql.ts'
import { KIND } from './kinds.ts'
import type { HourCount, LinkCounters } from './link-counters.ts'

/** Each owner's next change number; locks them until the commit. */
export async function nextNumbers(tx: TransactionSql, userIds: Set<string>) {
  const owners = list(userIds)
  await tx`
    select id from users where id = any(${owners}::text::uuid[]) order by id for no key update`
  const rows = await tx<{ id: string; seq: string }[]>`
    update users set change_seq = change_seq + 1 where id = any(${owners}::text::uuid[])
    returning id, change_seq as seq`
  return new Map(rows.map((row) => [row.id, row.seq]))
}

/**
 * Answers which of the links still exist and how many clicks of people they have now. A link's first
 * clicks make its row: nobody else can be making it, since that takes the lock on the owner that this
 * transaction has.
 */
export async function addToLinks(
  tx: TransactionSql,
  tallies: LinkCounters[],
  numbers: Map<string, string>,
): Promise<Map<string, number>> {
  const rows = await tx<Kept[]>`
    update link_clicks set
      human = link_clicks.human + added.human,
      "unique" = link_clicks."unique" + added."unique",
      bot = link_clicks.bot + added.bot,
      preview = link_clicks.preview + added.preview,
      duplicate = link_clicks.duplicate + added.duplicate,
      own = link_clicks.own + added.own,
      change_seq = added.seq
    from ${added(tallies, numbers)}
    where link_clicks.link_id = added.id
    returning link_id as id, link_clicks.human + link_clicks."unique" as clicks`
  const known = new Map(rows.map((row) => [row.id, Number(row.clicks)]))
  const fresh = tallies.filter(({ linkId }) => !known.has(linkId))
  if (fresh.length === 0) return known
  const made = await tx<Kept[]>`
    insert into link_clicks
      (link_id, user_id, human, "unique", bot, preview, duplicate, own, change_seq)
    select id, user_id, human, "unique", bot, preview, duplicate, own, seq
    from ${added(fresh, numbers)} join links using (id)
    returning link_id as id, human + "unique" as clicks`
  for (const row of made) known.set(row.id, Number(row.clicks))
  return known
}

type Kept = { id: string; clicks: string }

function added(tallies: LinkCounters[], numbers: Map<string, string>) {
  const counts = (kind: number) => list(tallies.map((tally) => tally.byKind[kind] ?? 0))
  return part`
    unnest(
      ${list(tallies.map((tally) => tally.linkId))}::text::uuid[],
      ${list(tallies.map((tally) => numbers.get(tally.userId) ?? 0))}::text::bigint[],
      ${counts(KIND.human)}::text::int[],
      ${counts(KIND.unique)}::text::int[],
      ${counts(KIND.bot)}::text::int[],
      ${counts(KIND.preview)}::text::int[],
      ${counts(KIND.duplicate)}::text::int[],
      ${counts(KIND.own)}::text::int[]
    ) as added (id, seq, human, "unique", bot, preview, duplicate, own)`
}

export async function addToHours(tx: TransactionSql, hours: HourCount[]) {
  await tx`
    insert into click_hours as known (link_id, hour, kind, referrer, device, country, clicks)
    select link_id, to_timestamp(hour), kind, referrer, device, '', clicks
    from unnest(
      ${list(hours.map((count) => count.linkId))}::text::uuid[],
      ${list(hours.map((count) => count.hour / 1000))}::text::bigint[],
      ${list(hours.map((count) => count.kind))}::text::smallint[],
      ${list(hours.map((count) => quoted(count.referrer)))}::text::text[],
      ${list(hours.map((count) => quoted(count.device)))}::text::text[],
      ${list(hours.map((count) => count.clicks))}::text::int[]
    ) as added (link_id, hour, kind, referrer, device, clicks)
    on conflict (link_id, hour, kind, referrer, device, country)
    do update set clicks = known.clicks + excluded.clicks`
}

/**
 * PostgreSQL's own writing of an array. One string a column is sent and read much faster than one
 * parameter a value; every value here is a number, an id or made of letters that need no quoting.
 */
export const list = (values: Iterable<string | number>) => `{${[...values].join(',')}}`
const quoted = (value: string) => (value === '' || /^null$/i.test(value) ? `"${value}"` : value)

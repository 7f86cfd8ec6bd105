import type { TransactionSql } from 'postgres'
import { KIND } from './kinds.ts'
import type { HourCount, LinkTally } from './tally.ts'

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

/** Answers which of the links still exist. */
export async function addToLinks(
  tx: TransactionSql,
  tallies: LinkTally[],
  numbers: Map<string, string>,
): Promise<Set<string>> {
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
  return new Set(rows.map((row) => row.id))
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

import { part, type TransactionSql } from '../../platform/db/sql.ts'
import { list, quoted } from '../../platform/db/array-literal.ts'
import { kindColumns, rowsByKind } from './kind-counts.ts'
import type { LinkCounters, QuarterCount } from './link-counters.ts'

/** Returns each owner's next change number. Locks the owners until the commit. */
export async function nextChangeNumbers(tx: TransactionSql, userIds: Set<string>) {
  const owners = list(userIds)
  await tx`
    select id from users where id = any(${owners}::text::uuid[]) order by id for no key update`
  const rows = await tx<{ id: string; seq: string }[]>`
    update users set change_seq = change_seq + 1 where id = any(${owners}::text::uuid[])
    returning id, change_seq as seq`
  return new Map(rows.map((row) => [row.id, row.seq]))
}

/**
 * Adds clicks to link counters. Returns the links that still exist with their new number of clicks
 * by people. The first clicks of a link insert its row. This cannot conflict, because it needs the
 * lock on the owner, which this transaction holds.
 */
export async function addToLinks(
  tx: TransactionSql,
  tallies: LinkCounters[],
  numbers: Map<string, string>,
): Promise<Map<string, number>> {
  const rows = await tx<LinkTotal[]>`
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
  const made = await tx<LinkTotal[]>`
    insert into link_clicks
      (link_id, user_id, human, "unique", bot, preview, duplicate, own, change_seq)
    select id, user_id, human, "unique", bot, preview, duplicate, own, seq
    from ${added(fresh, numbers)} join links using (id)
    returning link_id as id, human + "unique" as clicks`
  for (const row of made) known.set(row.id, Number(row.clicks))
  return known
}

type LinkTotal = { id: string; clicks: string }

function added(tallies: LinkCounters[], numbers: Map<string, string>) {
  return part`
    unnest(
      ${list(tallies.map((tally) => tally.linkId))}::text::uuid[],
      ${list(tallies.map((tally) => numbers.get(tally.userId) ?? 0))}::text::bigint[],
      ${kindColumns(tallies)}
    ) as added (id, seq, human, "unique", bot, preview, duplicate, own)`
}

/** Adds clicks to the hourly sums. The quarters of an hour share one row. */
export async function addToHours(tx: TransactionSql, quarters: QuarterCount[]) {
  const rows = rowsByKind(quarters)
  await tx`
    insert into click_hours as known (link_id, hour, kind, referrer, device, country, clicks)
    select link_id, to_timestamp(hour), kind, referrer, device, country, sum(clicks)
    from unnest(
      ${list(rows.map((row) => row.linkId))}::text::uuid[],
      ${list(rows.map((row) => Math.floor(row.at / HOUR_MS) * HOUR_SECONDS))}::text::bigint[],
      ${list(rows.map((row) => row.kind))}::text::smallint[],
      ${list(rows.map((row) => quoted(row.referrer)))}::text::text[],
      ${list(rows.map((row) => quoted(row.device)))}::text::text[],
      ${list(rows.map((row) => quoted(row.country)))}::text::text[],
      ${list(rows.map((row) => row.clicks))}::text::int[]
    ) as added (link_id, hour, kind, referrer, device, country, clicks)
    group by link_id, hour, kind, referrer, device, country
    on conflict (link_id, hour, kind, referrer, device, country)
    do update set clicks = known.clicks + excluded.clicks`
}

const HOUR_SECONDS = 60 * 60
const HOUR_MS = HOUR_SECONDS * 1000

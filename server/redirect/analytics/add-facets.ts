import { list, quoted } from '../../platform/db/array-literal.ts'
import type { TransactionSql } from '../../platform/db/sql.ts'
import { kindColumns, rowsByKind } from '../clicks/kind-counts.ts'
import type { FacetCount } from '../clicks/link-counters.ts'
import { insertFacetDaysWithin } from './into-days.ts'

/**
 * Adds clicks to the hourly and daily sums by source, rule and app, in the transaction that counts
 * them. Costs nothing if no click has any of them.
 */
export async function addFacets(tx: TransactionSql, counts: FacetCount[]): Promise<void> {
  if (counts.length === 0) return
  await addToHours(tx, counts)
  await addToDays(tx, counts)
}

async function addToHours(tx: TransactionSql, counts: FacetCount[]) {
  const rows = rowsByKind(counts)
  await tx`
    insert into click_facet_hours as known (link_id, hour, facet, value, kind, clicks)
    select link_id, date_trunc('hour', to_timestamp(at), 'UTC'), facet, value, kind, sum(clicks)
    from unnest(
      ${list(rows.map(({ linkId }) => linkId))}::text::uuid[],
      ${list(rows.map(({ at }) => at / 1000))}::text::bigint[],
      ${list(rows.map(({ facet }) => facet))}::text::text[],
      ${list(rows.map(({ value }) => quoted(value)))}::text::text[],
      ${list(rows.map(({ kind }) => kind))}::text::smallint[],
      ${list(rows.map(({ clicks }) => clicks))}::text::int[]
    ) as added (link_id, at, facet, value, kind, clicks)
    group by 1, 2, 3, 4, 5
    on conflict (link_id, hour, facet, value, kind)
    do update set clicks = known.clicks + excluded.clicks`
}

async function addToDays(tx: TransactionSql, counts: FacetCount[]) {
  await tx`
    with faceted as (
      select link_id, users.id as user_id,
        (to_timestamp(at) at time zone coalesce(users.time_zone, 'UTC'))::date as day, facet, value,
        sum(human)::int as human, sum("unique")::int as "unique", sum(bot)::int as bot,
        sum(preview)::int as preview, sum(duplicate)::int as duplicate, sum(own)::int as own,
        0 as orders, 0 as revenue_cents, 0 as commission_cents
      from unnest(
        ${list(counts.map(({ linkId }) => linkId))}::text::uuid[],
        ${list(counts.map(({ userId }) => userId))}::text::uuid[],
        ${list(counts.map(({ at }) => at / 1000))}::text::bigint[],
        ${list(counts.map(({ facet }) => facet))}::text::text[],
        ${list(counts.map(({ value }) => quoted(value)))}::text::text[],
        ${kindColumns(counts)}
      ) as counted (link_id, owner_id, at, facet, value,
        human, "unique", bot, preview, duplicate, own)
      join users on users.id = owner_id
      group by link_id, users.id, day, facet, value
    ), ${insertFacetDaysWithin}
    select 1`
}

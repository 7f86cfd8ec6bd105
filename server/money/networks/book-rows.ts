import { part, type Sql } from '../../platform/db/sql.ts'
import type { ReportRow } from '../../links/network-reports/report-rows.ts'
import { clicksOfChunks } from '../../redirect/click-log/chunk.ts'
import { firstIdOfDay } from '../../redirect/click-log/find-click.ts'
import { minClickId } from '../../redirect/clicks/click-id.ts'
import type { Match } from './match-rows.ts'

export type BookedCounts = { added: number; changed: number; same: number; unmatched: number }

/** Rows of one report to compare with the stored ones. */
export type Batch = {
  userId: string
  network: string
  /** Time of the report. The newest report counts. */
  reportedAt: Date
  rows: readonly (ReportRow & Match)[]
  /** Whether the rows are only compared. */
  isDryRun: boolean
}

/** Columns of a row that a newer report replaces. */
const CONTENT = part`"happened_at", "micros", "sale_micros", "currency", "status", "sub_id", "order_ref", "item", "title"`

/**
 * Compares rows with the stored ones and, unless it is a dry run, stores them in the same
 * statement. A stored row is replaced by a report that is not older. A pending status never
 * replaces an approved or declined one, because networks do not go back, and an old report can be
 * imported later.
 */
export async function bookRows(sql: Sql, batch: Batch): Promise<BookedCounts> {
  const { userId, network, reportedAt, isDryRun } = batch
  const rows = JSON.stringify(batch.rows.map(toRecord))
  // Each lookup has a limit, so that it uses the unique index even before statistics exist.
  const [counts] = await sql<[BookedCounts & { linkable: number }]>`
    with sent as (
      select * from jsonb_to_recordset(${rows}::jsonb) as sent (key text, link_id uuid, day_id uuid,
        first_id uuid, last_id uuid, id_end text, happened_at timestamptz, micros bigint,
        sale_micros bigint, currency text, status text, sub_id text, order_ref text, item text,
        title text)
    ), closed as (${closedClicks}),
    input as (
      select sent.*, ${reportedAt}::timestamptz as reported_at,
        coalesce(clicks.id, closed.id) as click_id
      from sent
      left join lateral (select id from click_events where sent.first_id is not null
        and id between sent.first_id and sent.last_id and link_id = sent.link_id
        and right(id::text, 8) = sent.id_end limit 1) clicks on true
      left join closed on closed.key = sent.key
    ), compared as (
      select input.*, old.id is null as is_new, coalesce(old.is_assigned, false) as is_assigned,
        case when old.is_assigned then old.link_id else coalesce(input.link_id, old.link_id) end as link,
        (input.status <> 'pending', input.reported_at, input.status = 'declined')
          >= (old.status <> 'pending', old.reported_at, old.status = 'declined') as is_newer,
        (input.happened_at, input.micros, input.sale_micros, input.currency, input.status,
          input.sub_id, input.order_ref, input.item, input.title)
          is distinct from (old.happened_at, old.micros, old.sale_micros, old.currency, old.status,
          old.sub_id, old.order_ref, old.item, old.title) as differs,
        input.reported_at > old.reported_at as is_later, old.link_id is null as has_no_link
      from input left join lateral (select * from network_rows
        where user_id = ${userId}::uuid and network = ${network} and key = input.key limit 1) old on true
    ), written as (
      insert into network_rows (user_id, network, key, link_id, click_id, is_assigned, reported_at, ${CONTENT})
      select ${userId}::uuid, ${network}, key, link, click_id, is_assigned, reported_at, ${CONTENT}
      from compared
      where not ${isDryRun}::boolean
        and (is_new or (is_newer and (differs or is_later)))
      on conflict (user_id, network, key) do update set
        link_id = excluded.link_id, click_id = coalesce(excluded.click_id, network_rows.click_id),
        reported_at = excluded.reported_at, happened_at = excluded.happened_at,
        micros = excluded.micros, sale_micros = excluded.sale_micros, currency = excluded.currency,
        status = excluded.status, sub_id = excluded.sub_id, order_ref = excluded.order_ref,
        item = excluded.item, title = excluded.title
    )
    select count(*) filter (where is_new)::int as added,
      count(*) filter (where not is_new and is_newer and differs)::int as changed,
      count(*) filter (where not is_new and not (is_newer and differs))::int as same,
      count(*) filter (where link is null)::int as unmatched,
      count(*) filter (where not is_new and has_no_link and link is not null)::int as linkable
    from compared`
  const { linkable, ...outcomes } = counts
  if (linkable > 0 && !isDryRun) await linkRows(sql, batch, rows)
  return outcomes
}

/** Reads each row of closed clicks once, however many clicks of it were sent. */
const closedClicks = part`
  select distinct on (sent.key) sent.key, click.id
  from (${clicksOfChunks(part`exists (select from sent
    where chunk.first_id between sent.day_id and sent.last_id and chunk.last_id >= sent.first_id)`)}
  ) as click
  join sent on click.link_id = sent.link_id and click.id between sent.first_id and sent.last_id
    and right(click.id::text, 8) = sent.id_end`

/** Sets the links of stored rows that had none, for instance because the link is newer. */
const linkRows = (sql: Sql, { userId, network }: Batch, rows: string) => sql`
  update network_rows set link_id = sent.link_id
  from jsonb_to_recordset(${rows}::jsonb) as sent (key text, link_id uuid)
  cross join lateral (select id from network_rows where user_id = ${userId}::uuid
    and network = ${network} and key = sent.key limit 1) old
  where network_rows.id = old.id and network_rows.link_id is null
    and not network_rows.is_assigned and sent.link_id is not null`

/** Returns a row as the statement reads it. A click is found by the range of ids of its millisecond. */
function toRecord(row: ReportRow & Match) {
  const { key, linkId, click, happenedAt, micros, saleMicros, currency, status } = row
  const first = click && minClickId(click.at.getTime())
  return {
    key,
    link_id: linkId,
    day_id: first && firstIdOfDay(first),
    first_id: first,
    last_id: first && `${first.slice(0, 13)}-7fff-bfff-ffffffffffff`,
    id_end: click?.idEnd ?? null,
    happened_at: happenedAt,
    micros,
    sale_micros: saleMicros,
    currency,
    status,
    sub_id: row.subId,
    order_ref: row.order,
    item: row.item,
    title: row.title,
  }
}

import type { ExportFilter } from '#contract/exports.ts'
import { KIND } from '../../redirect/clicks/kinds.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import type { Deps } from '../../env.ts'
import { shortUrl } from '../../links/link-domains.ts'
import { linesOf, type ExportLines } from './export-lines.ts'
import { isInDays } from './in-days.ts'
import { utcText } from './utc-text.ts'

const COLUMNS = [
  'hour',
  'short_url',
  'name',
  'url',
  'referrer',
  'device',
  'country',
  'clicks',
  'unique_clicks',
]
const BATCH_SIZE = 1000

/** Sums of a link in one hour. */
export type LinkHour = {
  at: string
  domain_id: number
  domain: string
  is_active: boolean
  short_code: string
  name: string
  url: string
  clicks: number
  unique_clicks: number
}
type Hour = LinkHour & { referrer: string; device: string; country: string }

/** Columns of the hour and its link. */
const LINK_HOUR = part`
  ${utcText(part`hour`)} as at,
  links.domain_id, link_domains.domain,
  link_domains.status = 'verified' and link_domains.served_at is not null as is_active,
  links.short_code, links.name, links.url, sum(clicks)::int as clicks,
  coalesce(sum(clicks) filter (where kind = ${KIND.unique}), 0)::int as unique_clicks`

/**
 * Yields human clicks by link and hour (UTC) from the hourly sums, which contain no visitor data.
 * Bots, previews and repeated clicks are left out, so the total matches the clicks shown in the
 * app. The date filter uses the user's time zone, as in analytics; an hour belongs to the day in
 * which it begins.
 */
export const clickLines: ExportLines = (deps, userId, filter) =>
  linesOf(
    COLUMNS,
    hourRows<Hour>(deps, userId, filter, {
      table: part`click_hours`,
      columns: part`referrer, device, country`,
    }),
    (row) => lineOf(deps, row),
  )

/** Returns the sums of a table by link, hour and further columns, in lots and in order. */
export async function* hourRows<Row extends LinkHour>(
  deps: Deps,
  userId: string,
  filter: ExportFilter,
  { table, columns }: { table: SqlPart; columns: SqlPart },
): AsyncGenerator<Row[]> {
  await deps.clicks.settle()
  yield* deps.sql.lots<Row>(BATCH_SIZE)`
    select ${LINK_HOUR}, ${columns}
    from ${table} as sums
    join links on links.id = sums.link_id
    join link_domains on link_domains.id = links.domain_id
    join users on users.id = links.user_id
    where ${areSelected(userId, filter)}
    group by hour, links.id, link_domains.id, ${columns}
    order by hour, links.id, ${columns}`
}

/** Returns the condition for human clicks of the selected links and days. */
const areSelected = (
  userId: string,
  { date_from, date_to, link_uuid, tags }: ExportFilter,
) => part`links.user_id = ${userId} and kind in (${KIND.unique}, ${KIND.human})
  and ${isInDays(part`hour`, { date_from, date_to })}
  and (${link_uuid}::uuid is null or links.id = ${link_uuid}::uuid)
  and (${tags.length} = 0 or links.tags && ${tags}::text[])`

/** Returns the first cells of a line: the hour and the link. */
export const linkCells = ({ config }: Deps, row: LinkHour): string[] => [
  row.at,
  shortUrl(
    { id: row.domain_id, domain: row.domain, isActive: row.is_active },
    row.short_code,
    config,
  ),
  row.name,
  row.url,
]

const lineOf = (deps: Deps, row: Hour) => [
  ...linkCells(deps, row),
  row.referrer,
  row.device,
  row.country,
  String(row.clicks),
  String(row.unique_clicks),
]

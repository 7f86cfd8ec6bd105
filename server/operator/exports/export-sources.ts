import { FACETS, type Facet } from '#contract/analytics.ts'
import type { ExportFilter } from '#contract/exports.ts'
import type { Deps } from '../../env.ts'
import { areSelected, LINK_HOUR, linkCells, type LinkHour } from './export-clicks.ts'

const COLUMNS = ['hour', 'short_url', 'name', 'url', ...FACETS, 'clicks', 'unique_clicks']
const BATCH_SIZE = 1000

type Hour = LinkHour & { facet: Facet; value: string }

/**
 * Yields human clicks by link and hour (UTC) that have a source, a rule or an app. These are counted
 * apart, so each line has one of them, and a click with two of them is in two lines.
 */
export async function* sourceLines(
  deps: Deps,
  userId: string,
  filter: ExportFilter,
): AsyncGenerator<readonly string[]> {
  yield COLUMNS
  await deps.clicks.settle()
  const lots = deps.sql.lots<Hour>(BATCH_SIZE)`
    select ${LINK_HOUR}, facet, value
    from click_facet_hours
    join links on links.id = click_facet_hours.link_id
    join link_domains on link_domains.id = links.domain_id
    join users on users.id = links.user_id
    where ${areSelected(userId, filter)}
    group by hour, links.id, link_domains.id, facet, value
    order by hour, links.id, facet, value`
  for await (const rows of lots) for (const row of rows) yield lineOf(deps, row)
}

const lineOf = (deps: Deps, row: Hour) => [
  ...linkCells(deps, row),
  ...FACETS.map((facet) => (facet === row.facet ? row.value : '')),
  String(row.clicks),
  String(row.unique_clicks),
]

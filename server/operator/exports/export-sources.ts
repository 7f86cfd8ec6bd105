import { FACETS, type Facet } from '#contract/analytics.ts'
import type { Deps } from '../../env.ts'
import { part } from '../../platform/db/sql.ts'
import { linesOf, type ExportLines } from './export-lines.ts'
import { hourRows, linkCells, type LinkHour } from './export-clicks.ts'

const COLUMNS = ['hour', 'short_url', 'name', 'url', ...FACETS, 'clicks', 'unique_clicks']

type Hour = LinkHour & { facet: Facet; value: string }

/**
 * Yields human clicks by link and hour (UTC) that have a source, a rule or an app. Each of the
 * three is counted separately: a line has one of them, and a click with two is in two lines.
 */
export const sourceLines: ExportLines = (deps, userId, filter) =>
  linesOf(
    COLUMNS,
    hourRows<Hour>(deps, userId, filter, {
      table: part`click_facet_hours`,
      columns: part`facet, value`,
    }),
    (row) => lineOf(deps, row),
  )

const lineOf = (deps: Deps, row: Hour) => [
  ...linkCells(deps, row),
  ...FACETS.map((facet) => (facet === row.facet ? row.value : '')),
  String(row.clicks),
  String(row.unique_clicks),
]

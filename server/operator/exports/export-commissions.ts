import { decimalText, exponentOf } from '../../platform/currencies.ts'
import { percentageOf } from '../../money/conversions/commission.ts'
import type { conversions } from '../../platform/db/schema.ts'
import { part } from '../../platform/db/sql.ts'
import { linesOf, type ExportLines } from './export-lines.ts'
import { isInDays } from './in-days.ts'
import { utcText } from './utc-text.ts'

const COLUMNS = [
  'id',
  'kind',
  'ordered_at',
  'brand',
  'link',
  'state',
  'order_amount',
  'order_currency',
  'base_kind',
  'base_usd',
  'percentage',
  'commission_usd',
  'approved_at',
  'available_at',
  'reversed_at',
]
const BATCH_SIZE = 1000

type Columns = typeof conversions.$inferSelect
type Row = {
  id: number
  kind: string
  ordered_at: string
  brand: string
  link: string
  state: string
  currency: string
  original: string
  base_kind: string
  base: string
  lines: Columns['lines']
  posted: string
  approved_at: string
  available_at: string
  reversed_at: string
}

/**
 * Yields every earning with its current amount in the ledger, oldest first. Reversed ones are 0, so
 * the sum of the file is what the user has earned. A single statement makes all rows consistent.
 * Times are in UTC; the date filter uses the user's time zone, as in analytics.
 */
export const commissionLines: ExportLines = (
  deps,
  userId,
  { date_from, date_to, link_uuid, tags },
) => {
  const lots = deps.sql.lots<Row>(BATCH_SIZE)`
    select conversions.id, conversions.kind,
      ${utcText(part`ordered_at`)} as ordered_at,
      coalesce(brands.name, '') as brand, link_name as link, state,
      conversions.currency, original_minor::text as original,
      base_kind, base_cents::text as base, lines, posted_cents::text as posted,
      coalesce(${utcText(part`approved_at`)}, '') as approved_at,
      coalesce(${utcText(part`available_at`)}, '') as available_at,
      coalesce(${utcText(part`reversed_at`)}, '') as reversed_at
    from conversions
    left join brands on brands.id = conversions.brand_id
    join users on users.id = conversions.user_id
    where conversions.user_id = ${userId}
      and ${isInDays(part`ordered_at`, { date_from, date_to })}
      and (${link_uuid}::uuid is null or link_id = ${link_uuid}::uuid)
      and (${tags.length} = 0 or exists (select 1 from links
        where links.id = conversions.link_id and links.user_id = ${userId}
          and links.tags && ${tags}::text[]))
    order by ordered_at, conversions.id`
  return linesOf(COLUMNS, lots, lineOf)
}

function lineOf(row: Row): string[] {
  const isOrder = row.kind === 'commission'
  const order = (cell: string) => (isOrder ? cell : '')
  return [
    String(row.id),
    row.kind,
    row.ordered_at,
    row.brand,
    row.link,
    row.state,
    order(decimalText(row.original, exponentOf(row.currency))),
    order(row.currency),
    order(row.base_kind),
    order(decimalText(row.base, 2)),
    order(String(percentageOf(row.lines))),
    decimalText(row.posted, 2),
    row.approved_at,
    row.available_at,
    row.reversed_at,
  ]
}

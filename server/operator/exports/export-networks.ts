import { networkName } from '#contract/money/networks.ts'
import { MICRO_DECIMALS } from '../../links/network-income/units.ts'
import { decimalText, exponentOf } from '../../platform/currencies.ts'
import { part } from '../../platform/db/sql.ts'
import { linesOf, type ExportLines } from './export-lines.ts'
import { isInDays } from './in-days.ts'
import { utcText } from './utc-text.ts'

const COLUMNS = [
  'network',
  'happened_at',
  'status',
  'commission',
  'currency',
  'sale',
  'link',
  'title',
  'item',
  'order',
  'sub_id',
  'reported_at',
]
const BATCH_SIZE = 1000

type Row = {
  network: string
  happened_at: string
  status: string
  micros: string
  currency: string
  sale: string | null
  link: string
  title: string
  item: string
  order_ref: string
  sub_id: string
  reported_at: string
}

/**
 * Yields every row that affiliate networks reported, oldest first, with exact amounts in the
 * report's currency. Times are in UTC; the date filter uses the user's time zone, as in analytics.
 */
export const networkLines: ExportLines = (
  deps,
  userId,
  { date_from, date_to, link_uuid, tags },
) => {
  const lots = deps.sql.lots<Row>(BATCH_SIZE)`
    select network_rows.network,
      ${utcText(part`happened_at`)} as happened_at,
      status, micros::text as micros, currency, sale_micros::text as sale,
      coalesce(links.name, '') as link, network_rows.title, item, order_ref, sub_id,
      ${utcText(part`reported_at`)} as reported_at
    from network_rows
    left join links on links.id = network_rows.link_id and links.user_id = ${userId}
    join users on users.id = network_rows.user_id
    where network_rows.user_id = ${userId}
      and ${isInDays(part`happened_at`, { date_from, date_to })}
      and (${link_uuid}::uuid is null or network_rows.link_id = ${link_uuid}::uuid)
      and (${tags.length} = 0 or links.tags && ${tags}::text[])
    order by network_rows.happened_at, network_rows.id`
  return linesOf(COLUMNS, lots, lineOf)
}

const lineOf = (row: Row): string[] => [
  networkName(row.network),
  row.happened_at,
  row.status,
  amountText(row.micros, row.currency),
  row.currency,
  row.sale === null ? '' : amountText(row.sale, row.currency),
  row.link,
  row.title,
  row.item,
  row.order_ref,
  row.sub_id,
  row.reported_at,
]

/** Returns millionths with the decimals of their currency, and more if the amount has them. */
function amountText(micros: string, currency: string): string {
  const [units = '', decimals = ''] = decimalText(micros, MICRO_DECIMALS).split('.')
  const shown = decimals.replace(/0+$/, '').padEnd(exponentOf(currency), '0')
  return shown === '' ? units : `${units}.${shown}`
}

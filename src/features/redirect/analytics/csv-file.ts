import type { AnalyticsRow } from '#contract/analytics.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'

/** Returns the shown rows as a CSV file for spreadsheets. */
export function csvOf(first: string, rows: readonly AnalyticsRow[]): string {
  const head = [
    first,
    'clicks',
    'people',
    'orders',
    'sold_usd',
    'earned_usd',
    'orders_per_100_clicks',
  ]
  const lines = rows.map((row) => [
    row.label,
    String(row.clicks),
    String(row.people),
    String(row.conversions),
    row.revenue.toFixed(2),
    row.commissions.toFixed(2),
    row.conversions_per_100_clicks === null ? '' : String(row.conversions_per_100_clicks),
  ])
  return BYTE_ORDER_MARK + [head, ...lines].map(csvLine).join('')
}

import type { Sql } from '../../server/platform/db/sql.ts'

type Count = { name: string; count: string }

/** Returns counts of ledger entries, orders and payouts as table rows. */
export async function countsOf(sql: Sql): Promise<string[][]> {
  const rows = await sql<Count[]>`
    select 'entries' as name, count(*)::text as count from ledger_entries
    union all
    select 'transactions', count(distinct transaction_id)::text from ledger_entries
    union all
    (select 'orders ' || state, count(*)::text from conversions where kind = 'commission'
      group by state order by state)
    union all
    select 'bonuses', count(*)::text from conversions where kind = 'bonus'
    union all
    (select 'payouts ' || state || ', ' || kind, count(*)::text from redemptions
      group by state, kind order by state, kind)
    union all
    select 'brand payments', count(*)::text from settlements
    union all
    select 'payout batches', count(*)::text from payout_batches`
  return rows.map(({ name, count }) => [name, count])
}

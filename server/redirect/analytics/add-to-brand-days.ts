import { list } from '../../platform/db/array-literal.ts'
import type { BrandCount } from '../clicks/link-counters.ts'
import type { TransactionSql } from '../../platform/db/sql.ts'

/**
 * Adds visits to the daily sums of brands, in the transaction that counts the clicks and locks
 * their owners.
 */
export async function addToBrandDays(tx: TransactionSql, counts: BrandCount[]): Promise<void> {
  if (counts.length === 0) return
  await tx`
    insert into brand_days as known (brand_id, user_id, day, human, "unique")
    select brand_id, user_id, date '1970-01-01' + day, sum(human), sum("unique")
    from unnest(
      ${list(counts.map(({ brandId }) => brandId))}::text::uuid[],
      ${list(counts.map(({ userId }) => userId))}::text::uuid[],
      ${list(counts.map(({ day }) => day))}::text::int[],
      ${list(counts.map(({ human }) => human))}::text::int[],
      ${list(counts.map(({ unique }) => unique))}::text::int[]
    ) as counted (brand_id, user_id, day, human, "unique")
    group by brand_id, user_id, day
    order by user_id, brand_id, day
    on conflict (brand_id, day, user_id) do update set
      human = known.human + excluded.human,
      "unique" = known."unique" + excluded."unique"`
}

import type { EarningDetail } from '#contract/money/earnings.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { toDollars } from '../../platform/money.ts'
import { numberOf } from './redemption-rows.ts'

type Row = { id: number; cents: number; createdMs: number; paidMs: number | null }

/**
 * Returns the payout requests that contain an earning. The ledger moves sums, so earnings are
 * matched first in, first out. Rejected and returned requests do not count.
 */
export async function payoutsOf(
  db: DbOrTx,
  userId: string,
  conversionId: number,
): Promise<EarningDetail['payouts']> {
  const rows = await db.named('earning-payouts')<Row[]>`
    with earned as (
      select id, sum(posted_cents) over (order by available_at, id) as upto, posted_cents as cents
      from conversions where user_id = ${userId}::uuid and state = 'available'
    ),
    requested as (
      select id, created_at, paid_at, sum(cents) over (order by id) as upto, cents
      from redemptions where user_id = ${userId}::uuid and state not in ('rejected', 'returned')
    )
    select requested.id,
      (least(earned.upto, requested.upto)
        - greatest(earned.upto - earned.cents, requested.upto - requested.cents))::float8 as cents,
      (extract(epoch from created_at) * 1000)::float8 as "createdMs",
      (extract(epoch from paid_at) * 1000)::float8 as "paidMs"
    from earned join requested on requested.upto > earned.upto - earned.cents
      and requested.upto - requested.cents < earned.upto
    where earned.id = ${conversionId}::int
    order by requested.id`
  return rows.map(({ id, cents, createdMs, paidMs }) => ({
    id,
    number: numberOf({ id, createdAt: new Date(createdMs) }),
    amount: toDollars(cents),
    paid_at: paidMs === null ? null : new Date(paidMs).toISOString(),
  }))
}

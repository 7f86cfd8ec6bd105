import { and, eq } from 'drizzle-orm'
import { BONUS_TIERS } from '#contract/money/bonus.ts'
import type { Tx } from '../../platform/db/client.ts'
import { bonusSales, conversions } from '../../platform/db/schema.ts'
import { isBonusOn } from '../../platform/db/bonus-setting.ts'
import { place } from './place.ts'
import type { Conversion } from './states.ts'

/**
 * Updates a user's bonuses after a change of their sales. Only approved orders that can no longer
 * be returned count. Each tier has one row: it is paid when the tier is reached and reversed when
 * sales fall below it. Needs the lock on the user.
 */
export async function settleBonus(tx: Tx, userId: string, at: Date): Promise<void> {
  const sales = await salesOf(tx, userId)
  const paid = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.userId, userId), eq(conversions.kind, 'bonus')))
  const byTier = new Map(paid.map((row) => [row.orderId, row]))
  const isOn = await isBonusOn(tx)
  for (const tier of BONUS_TIERS) {
    const row = byTier.get(tierId(tier.sales))
    const isReached = sales >= tier.sales * 100
    if (isReached && isOn && !row) await payBonus(tx, userId, tier, at)
    else if (isReached && isOn && row?.reversedAt)
      await place(tx, row, { reversedAt: null, approvedAt: at }, { what: 'approved', at })
    else if (!isReached && row && !row.reversedAt) await reverseBonus(tx, row, tier.sales, at)
  }
}

const tierId = (sales: number) => `tier:${sales}`

/**
 * Returns the current sales. They are kept as a running total, so the cost does not grow with the
 * number of orders.
 */
async function salesOf(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select().from(bonusSales).where(eq(bonusSales.userId, userId))
  return row?.cents ?? 0
}

async function payBonus(tx: Tx, userId: string, { sales, bonus }: Tier, at: Date) {
  const [row] = await tx
    .insert(conversions)
    .values({
      kind: 'bonus',
      orderId: tierId(sales),
      userId,
      attributedBy: 'operator',
      dollars: '1',
      commissionCents: bonus * 100,
      feeCents: bonus * 100,
      guaranteed: true,
      orderedAt: at,
      holdEndsAt: at,
      minHoldEndsAt: at,
      returnEndsAt: at,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (row) await place(tx, row, { approvedAt: at }, { what: 'recorded', at })
}

type Tier = (typeof BONUS_TIERS)[number]

const reverseBonus = (tx: Tx, row: Conversion, sales: number, at: Date) =>
  place(
    tx,
    row,
    { reversedAt: at },
    { what: 'reversed', why: `Refunds reduced your sales below ${dollars(sales)}.`, at },
  )

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

import { and, desc, eq, inArray } from 'drizzle-orm'
import { notifyRedemption } from '../../people/activity/earnings.ts'
import type { Tx } from '../../platform/db/client.ts'
import { redemptions, users, vouchers } from '../../platform/db/schema.ts'
import { availableOf } from '../ledger/balance.ts'
import { formatCents } from '../../platform/money.ts'
import { moveRedemption, numberOf, type RedemptionRow } from './redemption-rows.ts'

/**
 * Reduces or rejects payout requests that the balance no longer covers after a reversal, newest
 * first. Requests in a batch may already be on their way and stay unchanged; a remaining deficit is
 * offset against later earnings. Needs the lock on the user.
 */
export async function coverDeficit(tx: Tx, userId: string, at: Date): Promise<void> {
  let missing = -(await availableOf(tx, userId))
  if (missing <= 0) return
  const open = await tx
    .select()
    .from(redemptions)
    .where(
      and(eq(redemptions.userId, userId), inArray(redemptions.state, ['requested', 'in_review'])),
    )
    .orderBy(desc(redemptions.id))
    .for('update')
  for (const request of open) {
    if (missing <= 0) break
    missing -= await reduceRequest(tx, request, missing, at)
  }
}

/**
 * Reduces a request and returns the freed amount. A gift card has a fixed value, so its request is
 * rejected as a whole.
 */
async function reduceRequest(
  tx: Tx,
  request: RedemptionRow,
  missing: number,
  at: Date,
): Promise<number> {
  const isWhole = request.kind === 'voucher' || missing >= request.cents
  const left = isWhole ? 0 : request.cents - missing
  const why = isWhole
    ? 'An earning was reversed, and your balance no longer covers this request.'
    : `An earning was reversed. The request was ${formatCents(request.cents)} before.`
  if (request.kind === 'voucher') {
    await tx
      .update(vouchers)
      .set({ redemptionId: null })
      .where(eq(vouchers.redemptionId, request.id))
  }
  const { changeId } = await moveRedemption(tx, request, {
    ...(isWhole ? { state: 'rejected' } : { state: request.state, cents: left }),
    note: why,
    why,
    at,
  })
  await notifyUser(tx, request, { changeId, state: isWhole ? 'rejected' : 'requested', left, why })
  return request.cents - left
}

async function notifyUser(
  tx: Tx,
  { id: redemptionId, userId, createdAt, cents }: RedemptionRow,
  news: { changeId: number; state: 'rejected' | 'requested'; left: number; why: string },
) {
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!person) return
  const { changeId, state, left, why } = news
  const number = numberOf({ id: redemptionId, createdAt })
  const shown = state === 'rejected' ? cents : left
  await notifyRedemption(tx, { userId, redemptionId, changeId, state, cents: shown, number, why })
}

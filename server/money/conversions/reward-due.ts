import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { conversions, referrals } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Conversion } from './states.ts'

/** As long as that after joining, their sales pay whoever brought them (D-54). */
export const REWARD_DAYS = 365

/** The reward of a commission bears its number. */
export const rewardId = (conversionId: number) => `conversion:${conversionId}`

/** What of it a part is paid of. */
export const rewardedCents = ({
  state,
  postedCents,
}: Pick<Conversion, 'state' | 'postedCents'>): number =>
  state === 'approved' || state === 'available' ? postedCents : 0

/**
 * Somebody may have a part of this commission, or had. A job of its own pays it, under the lock of the
 * other person: two people are never locked by one of them.
 */
export async function noteReward(
  tx: Tx,
  before: Omit<Conversion, 'id'>,
  after: Conversion,
): Promise<void> {
  if (after.kind !== 'commission') return
  const isSame =
    rewardedCents(before) === rewardedCents(after) &&
    (before.state === 'available') === (after.state === 'available')
  if (isSame || !(await hasReward(tx, after))) return
  const { id: conversionId } = after
  await addJob(tx, 'referral-reward', { conversionId }, { key: rewardId(conversionId) })
}

async function hasReward(tx: Tx, { id, userId, orderedAt }: Conversion): Promise<boolean> {
  const [referral] = await tx
    .select({ id: referrals.id })
    .from(referrals)
    .where(
      and(
        eq(referrals.referredId, userId),
        gt(referrals.shareBasisPoints, 0),
        gt(
          sql`${referrals.joinedAt} + make_interval(days => ${REWARD_DAYS})`,
          sql`${orderedAt.toISOString()}::timestamptz`,
        ),
      ),
    )
  if (referral) return true
  const [reward] = await tx
    .select({ id: conversions.id })
    .from(conversions)
    .where(and(eq(conversions.kind, 'referral'), eq(conversions.orderId, rewardId(id))))
  return reward !== undefined
}

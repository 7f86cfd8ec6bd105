import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { conversions, referrals } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Conversion } from './states.ts'

/** Number of days after sign-up in which the referrer earns a share of the new user's sales. */
export const REWARD_DAYS = 365

/** Returns the order id of the reward for a commission. */
export const rewardId = (conversionId: number) => `conversion:${conversionId}`

/** Returns the part of a conversion that a reward is calculated from. */
export const rewardedCents = ({
  state,
  postedCents,
}: Pick<Conversion, 'state' | 'postedCents'>): number =>
  state === 'approved' || state === 'available' ? postedCents : 0

/**
 * Queues an update of the referrer's reward if this commission has one or may get one. A separate job pays it under the referrer's lock, so that no transaction locks two users.
 */
export async function queueReward(
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

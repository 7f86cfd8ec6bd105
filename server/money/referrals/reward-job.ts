import { and, eq } from 'drizzle-orm'
import { divideHalfEven } from '../../platform/half-even.ts'
import { move } from '../conversions/move.ts'
import type { Facts } from '../conversions/place.ts'
import { rewardedCents, rewardId } from '../conversions/reward-due.ts'
import type { Conversion } from '../conversions/states.ts'
import type { Tx } from '../../platform/db/client.ts'
import { conversions, referrals } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { lockOwners } from '../ledger/lock.ts'

type Share = { ownerId: string; basisPoints: number }

/**
 * Updates the reward of a commission: pays it when the commission is approved, makes it available
 * when the commission is, and reduces or reverses it likewise. A second run changes nothing.
 */
export const referralReward: JobHandler<'referral-reward'> = ({ db }, { conversionId }) =>
  db.transaction(async (tx) => {
    const share = await shareOf(tx, conversionId)
    if (!share) return
    await lockOwners(tx, [share.ownerId])
    const [source] = await tx.select().from(conversions).where(eq(conversions.id, conversionId))
    if (source) await settle(tx, source, share, new Date())
  })

/** Returns the share that was stored with the reward, or with the referral at sign-up. */
async function shareOf(tx: Tx, conversionId: number): Promise<Share | undefined> {
  const reward = await rewardOf(tx, conversionId)
  if (reward) return { ownerId: reward.userId, basisPoints: reward.lines[0]?.rateBasisPoints ?? 0 }
  const [referral] = await tx
    .select({ ownerId: referrals.referrerId, basisPoints: referrals.shareBasisPoints })
    .from(referrals)
    .innerJoin(conversions, eq(conversions.userId, referrals.referredId))
    .where(eq(conversions.id, conversionId))
  return referral
}

async function rewardOf(tx: Tx, conversionId: number): Promise<Conversion | undefined> {
  const [row] = await tx
    .select()
    .from(conversions)
    .where(and(eq(conversions.kind, 'referral'), eq(conversions.orderId, rewardId(conversionId))))
  return row
}

async function settle(tx: Tx, source: Conversion, share: Share, at: Date): Promise<void> {
  const base = rewardedCents(source)
  const cents = Number(divideHalfEven(BigInt(base) * BigInt(share.basisPoints), 10_000n))
  const reward = await rewardOf(tx, source.id)
  if (!reward) {
    if (cents > 0) await payReward(tx, source, { ...share, base, cents }, at)
    return
  }
  const amount = { baseCents: base, commissionCents: cents, feeCents: cents }
  if (cents <= 0) {
    if (!reward.reversedAt)
      await move(tx, reward, { reversedAt: at }, { what: 'reversed', why: REVERSED, at })
    return
  }
  const free = reward.fundedAt ? {} : availableFacts(source, at)
  if (reward.reversedAt)
    await move(tx, reward, { ...amount, ...reapprovedFacts(source, at) }, { what: 'approved', at })
  else if (cents !== reward.postedCents)
    await move(tx, reward, { ...amount, ...free }, { what: 'refund', why: REDUCED, at })
  else if (free.fundedAt) await move(tx, reward, free, { what: 'available', at })
}

const REVERSED = 'The sale it came from was reversed.'
const REDUCED = 'The sale it came from was reduced.'

/** Returns the facts that make a reward available at the same time as its commission. */
const availableFacts = ({ state }: Conversion, at: Date): Facts =>
  state === 'available' ? { fundedAt: at, minHoldEndsAt: at } : {}

const reapprovedFacts = (source: Conversion, at: Date): Facts => ({
  reversedAt: null,
  approvedAt: at,
  ...availableFacts(source, at),
})

async function payReward(
  tx: Tx,
  source: Conversion,
  { ownerId, basisPoints, base, cents }: Share & { base: number; cents: number },
  at: Date,
): Promise<void> {
  const [row] = await tx
    .insert(conversions)
    .values({
      kind: 'referral',
      orderId: rewardId(source.id),
      userId: ownerId,
      linkName: 'Someone you invited',
      attributedBy: 'operator',
      dollars: '1',
      baseCents: base,
      commissionCents: cents,
      feeCents: cents,
      lines: [
        { category: '', minor: base, rateBasisPoints: basisPoints, shareBasisPoints: 10_000 },
      ],
      orderedAt: at,
      holdEndsAt: at,
      minHoldEndsAt: source.minHoldEndsAt,
      returnEndsAt: at,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return
  const facts = { approvedAt: at, ...availableFacts(source, at) }
  await move(tx, row, facts, { what: 'recorded', at })
}

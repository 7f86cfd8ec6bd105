import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Referral, ReferralSummary } from '#contract/money/referrals.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { conversions, referralLinks, referrals, users } from '../../platform/db/schema.ts'
import { toDollars } from '../../platform/money.ts'

type ReferralFilter = { page: number; page_size: number; is_creator?: boolean | undefined }

/**
 * Returns the sum of rewards for one referred user. A reward has the order id `conversion:{id}` of
 * its commission.
 */
const rewardsFor = (referredId: SQL) => sql<string>`(
  select coalesce(sum(reward.posted_cents), 0)::text from conversions as source
  join conversions as reward
    on reward.kind = 'referral' and reward.order_id = 'conversion:' || source.id
  where source.user_id = ${referredId} and source.kind = 'commission'
    and reward.user_id = ${referrals.referrerId})`

const own = (userId: string, { is_creator }: Pick<ReferralFilter, 'is_creator'>) =>
  and(
    eq(referrals.referrerId, userId),
    is_creator === undefined ? undefined : eq(users.isCreator, is_creator),
  )

/** Returns users who joined through this user's links, newest first. */
export async function listReferred(db: DbOrTx, userId: string, filter: ReferralFilter) {
  const rows = await db
    .select({
      id: referrals.id,
      nameFirst: users.nameFirst,
      nameLast: users.nameLast,
      isCreator: users.isCreator,
      joinedAt: referrals.joinedAt,
      cents: rewardsFor(sql`${referrals.referredId}`),
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referredId))
    .where(own(userId, filter))
    .orderBy(desc(referrals.id))
    .limit(filter.page_size)
    .offset((filter.page - 1) * filter.page_size)
  const [all] = await db
    .select({ count: count() })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referredId))
    .where(own(userId, filter))
  const results = rows.map(({ id, nameFirst, nameLast, isCreator, joinedAt, cents }): Referral => ({
    id,
    name: `${nameFirst} ${nameLast}`.trim(),
    is_creator: isCreator,
    joined_at: joinedAt.toISOString(),
    earned: toDollars(Number(cents)),
  }))
  return { results, count: all?.count ?? 0 }
}

const money = (state: SQL) =>
  sql<string>`coalesce(sum(${conversions.postedCents}) filter (where ${state}), 0)::text`

export async function referralSummary(
  db: DbOrTx,
  userId: string,
  share: number,
): Promise<ReferralSummary> {
  const [opened] = await db
    .select({ clicks: sql<number>`coalesce(sum(${referralLinks.clicks}), 0)::int` })
    .from(referralLinks)
    .where(eq(referralLinks.userId, userId))
  const [joined] = await db
    .select({
      signups: count(),
      creators: sql<number>`count(*) filter (where ${users.isCreator})::int`,
      shoppers: sql<number>`count(*) filter (where not ${users.isCreator})::int`,
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referredId))
    .where(eq(referrals.referrerId, userId))
  const [sums] = await db
    .select({
      earned: money(sql`${conversions.state} = 'available'`),
      pending: money(sql`${conversions.state} <> 'available'`),
    })
    .from(conversions)
    .where(and(eq(conversions.userId, userId), eq(conversions.kind, 'referral')))
  return {
    clicks: opened?.clicks ?? 0,
    signups: joined?.signups ?? 0,
    creators: joined?.creators ?? 0,
    shoppers: joined?.shoppers ?? 0,
    earned: toDollars(Number(sums?.earned ?? 0)),
    pending: toDollars(Number(sums?.pending ?? 0)),
    share_percentage: share,
  }
}

import { sql } from 'drizzle-orm'
import { RANK_GROUP_LIMITS, type RankAnswer } from '#contract/money/rank.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { conversions } from '../../platform/db/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PERIOD_MS = 30 * DAY_MS

type Row = { cents: string; above: string; below: string; total: string; next: number | null }

/**
 * Returns the user's rank among creators by approved commissions of the last 30 days. Other
 * creators are only compared by earnings steps, as of midnight UTC. The answer is the same wherever
 * they are within a step, so their exact earnings cannot be derived, not even from repeated calls
 * or one's own sales. Equal steps share a rank.
 */
export async function rankOf(db: DbOrTx, userId: string, at: Date): Promise<RankAnswer> {
  const start = new Date(at.getTime() - PERIOD_MS)
  const midnight = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
  const edges = sql`${`{${EDGE_CENTS.join()}}`}::bigint[]`
  const [own] = await db.execute<Row>(sql`
    with own as (
      select sum(posted_cents)::bigint as cents from ${conversions}
      where user_id = ${userId} and ${isCounted(start, at)}
    ), others as (
      select width_bucket(sum(posted_cents)::bigint, ${edges}) as step from ${conversions}
      where user_id <> ${userId}
        and ${isCounted(new Date(midnight.getTime() - PERIOD_MS), midnight)}
      group by user_id having sum(posted_cents) > 0
    ), mine as (
      select cents, width_bucket(cents, ${edges}) as step from own where cents > 0
    )
    select mine.cents::text as cents,
      (select count(*) from others where step > mine.step)::text as above,
      (select count(*) from others where step < mine.step)::text as below,
      (select count(*) from others)::text as total,
      (select min(step) from others where step > mine.step)::int as next
    from mine`)
  if (!own) return {}
  const [cents, above, below, others] = [own.cents, own.above, own.below, own.total].map(
    Number,
  ) as [number, number, number, number]
  const edge = own.next === null ? undefined : EDGE_CENTS[own.next - 1]
  return {
    rank: above + 1,
    total: others + 1,
    percentile: others === 0 ? 100 : Math.round((below / others) * 100),
    period_start: start.toISOString(),
    period_end: at.toISOString(),
    earned: cents / 100,
    next_rank_gap: edge === undefined ? null : (edge - cents) / 100,
  }
}

const EDGE_CENTS = RANK_GROUP_LIMITS.map((dollars) => dollars * 100)

const isCounted = (after: Date, until: Date) => sql`
  kind = 'commission' and state in ('approved', 'available')
    and approved_at > ${after.toISOString()}::timestamptz
    and approved_at <= ${until.toISOString()}::timestamptz`

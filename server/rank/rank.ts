import { sql } from 'drizzle-orm'
import type { RankAnswer } from '#contract/money/rank.ts'
import type { DbOrTx } from '../db/client.ts'
import { conversions } from '../db/schema.ts'

const PERIOD_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

type Row = { rank: string; total: string; below: string; cents: string; next: string | null }

/**
 * The place among creators by approved commissions of the last thirty days (D-53). Equal sums share a
 * place. Of others nothing is told but about how far the next better place is.
 */
export async function rankOf(db: DbOrTx, userId: string, at: Date): Promise<RankAnswer> {
  const start = new Date(at.getTime() - PERIOD_DAYS * DAY_MS)
  const [own] = await db.execute<Row>(sql`
    with earned as (
      select user_id, sum(posted_cents) as cents from ${conversions}
      where kind = 'commission' and state in ('approved', 'available')
        and approved_at > ${start.toISOString()}::timestamptz
        and approved_at <= ${at.toISOString()}::timestamptz
      group by user_id having sum(posted_cents) > 0
    )
    select own.cents::text as cents,
      (select count(*) + 1 from earned where cents > own.cents)::text as rank,
      (select count(*) from earned)::text as total,
      (select count(*) from earned where cents < own.cents)::text as below,
      (select min(cents) from earned where cents > own.cents)::text as next
    from earned as own where own.user_id = ${userId}`)
  if (!own) return {}
  const [rank, total, below, cents] = [own.rank, own.total, own.below, own.cents].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return {
    rank,
    total,
    percentile: total === 1 ? 100 : Math.round((below / (total - 1)) * 100),
    period_start: start.toISOString(),
    period_end: at.toISOString(),
    earned: cents / 100,
    next_rank_gap: own.next === null ? null : roundedUp(Number(own.next) - cents) / 100,
  }
}

/** In cents. */
const LEAST_GAP = 500

/** To 1, 2 or 5 and zeros: the exact gap would say what the next better one has earned. */
function roundedUp(cents: number): number {
  const least = Math.max(LEAST_GAP, cents)
  const ten = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((step) => step * ten >= least) ?? 10) * ten
}

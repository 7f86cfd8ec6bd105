import * as v from 'valibot'
import { Money } from './common.ts'

/**
 * Lower limits of the rank groups in dollars: 10, 20, 50, 100 and so on. Each group is at least ten
 * dollars wide, and at least as wide as its lower limit.
 */
export const RANK_GROUP_LIMITS: readonly number[] = Array.from({ length: 10 }, (_, zeros) =>
  [10, 20, 50].map((first) => first * 10 ** zeros),
).flat()

/**
 * Rank of a creator by the earnings of thirty days. About others it reveals only how many are in
 * each group (D-53).
 */
export const Rank = v.object({
  /** Equal for all creators in one group. */
  rank: v.number(),
  /** Number of creators with earnings in the period. */
  total: v.number(),
  /** Percentage of the other creators who are in lower groups. */
  percentile: v.number(),
  period_start: v.string(),
  period_end: v.string(),
  earned: Money,
  /** Amount that is missing to the next group; null in the top group. */
  next_rank_gap: v.nullable(Money),
})
export type Rank = v.InferOutput<typeof Rank>

/** Body of GET rank/ (A-156): `{}` without earnings in the period. */
export const RankAnswer = v.union([Rank, v.strictObject({})])
export type RankAnswer = Rank | Record<string, never>

import * as v from 'valibot'
import { Money } from './common.ts'

/**
 * Where the steps of a rank begin, in dollars: 10, 20, 50, 100 and so on. None is narrower than ten
 * dollars, nor than what it begins with.
 */
export const RANK_EDGES: readonly number[] = Array.from({ length: 10 }, (_, zeros) =>
  [10, 20, 50].map((first) => first * 10 ** zeros),
).flat()

/**
 * Where somebody stands among creators by what they earned in thirty days; of nobody else anything is
 * said but how many stand on which step (D-53).
 */
export const Rank = v.object({
  /** Shared by all on one step. */
  rank: v.number(),
  /** Creators who earned something. */
  total: v.number(),
  /** How many of the others stand on lower steps, in percent. */
  percentile: v.number(),
  period_start: v.string(),
  period_end: v.string(),
  earned: Money,
  /** What leads to the next better place: up to where its step begins. Null at the top. */
  next_rank_gap: v.nullable(Money),
})
export type Rank = v.InferOutput<typeof Rank>

/** Body of GET rank/ (A-156): `{}` without earnings in the period. */
export const RankAnswer = v.union([Rank, v.strictObject({})])
export type RankAnswer = Rank | Record<string, never>

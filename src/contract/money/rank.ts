import * as v from 'valibot'
import { Money } from './wallet.ts'

/** Where somebody stands among creators by what they earned in a period; of nobody else anything is said (D-53). */
export const Rank = v.object({
  rank: v.number(),
  /** Creators who earned something. */
  total: v.number(),
  /** How many of the others stand below, in percent. */
  percentile: v.number(),
  period_start: v.string(),
  period_end: v.string(),
  earned: Money,
  /** What surely leads to the next better place; rounded up, so that it says nobody's amount. Null at the top. */
  next_rank_gap: v.nullable(Money),
})
export type Rank = v.InferOutput<typeof Rank>

/** Body of GET rank/ (A-156): `{}` without earnings in the period. */
export const RankAnswer = v.union([Rank, v.strictObject({})])
export type RankAnswer = Rank | Record<string, never>

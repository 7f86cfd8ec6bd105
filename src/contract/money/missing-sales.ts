import * as v from 'valibot'
import { day, page, result, text } from '#contract/common.ts'

/** Orders that are older than this are not looked for. */
export const MISSING_SALE_DAYS = 90

/** A sale that somebody misses (ours: bank/missing_sales/), and what came of it. */
export const MissingSale = v.object({
  id: v.number(),
  /** As it was typed: the shop may be no brand of ours. */
  shop: v.string(),
  day: v.string(),
  order_number: v.string(),
  note: v.string(),
  state: v.picklist(['open', 'accepted', 'declined']),
  /** What the operator says about it; empty while it is open, or where nothing has to be said. */
  answer: v.string(),
  /** The earning that it has become. */
  earning_id: v.nullable(v.number()),
  created_at: v.string(),
  answered_at: v.nullable(v.string()),
})
export type MissingSale = v.InferOutput<typeof MissingSale>

export const MissingSales = page(MissingSale)

/** Body of POST bank/missing_sales/. */
export const MissingSaleReport = v.object({
  day: day('Give the day of the order.'),
  shop: v.pipe(text(200), v.minLength(1, 'Say which shop it was.')),
  order_number: v.pipe(text(200), v.minLength(1, 'The shop finds the order by its number.')),
  note: v.optional(text(1000), ''),
})
export type MissingSaleReport = v.InferInput<typeof MissingSaleReport>
export const MissingSaleReported = result(MissingSale)

import * as v from 'valibot'
import { day, page, result, text } from '#contract/common.ts'

/** Maximum age of an order in days for a report of a missing sale. */
export const MISSING_SALE_DAYS = 90

/**
 * Sale that a creator reports as missing (bank/missing_sales/, not in the specification), and the
 * result.
 */
export const MissingSale = v.object({
  id: v.number(),
  /** Name as the creator typed it. The shop may not belong to any brand here. */
  shop: v.string(),
  day: v.string(),
  order_number: v.string(),
  note: v.string(),
  state: v.picklist(['open', 'accepted', 'declined']),
  /** Answer of the operator or reason of a refusal; empty if it is open or needs no answer. */
  answer: v.string(),
  /** True if the shop reported the order, but the report was refused. */
  refused: v.optional(v.boolean()),
  /** Earning that was created from the report. */
  earning_id: v.nullable(v.number()),
  created_at: v.string(),
  answered_at: v.nullable(v.string()),
})
export type MissingSale = v.InferOutput<typeof MissingSale>

export const MissingSales = page(MissingSale)

/** Body of POST bank/missing_sales/. */
export const MissingSaleReport = v.object({
  day: day('Enter the day of the order.'),
  shop: v.pipe(text(200), v.minLength(1, 'Choose a shop.')),
  order_number: v.pipe(
    text(200),
    v.minLength(1, 'Enter the order number. The shop needs it to find the order.'),
  ),
  note: v.optional(text(1000), ''),
})
export type MissingSaleReport = v.InferInput<typeof MissingSaleReport>
export const MissingSaleAnswer = result(MissingSale)

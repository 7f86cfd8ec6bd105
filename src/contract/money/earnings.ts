import * as v from 'valibot'
import { page, text, Uuid } from '../common.ts'
import { EarningBrand, Money } from './common.ts'

export const EarningKind = v.picklist(['commission', 'bonus', 'referral'])
export type EarningKind = v.InferOutput<typeof EarningKind>

/** Reason for holding an earning. The creator always sees it. */
export const Hold = v.object({
  rule: v.string(),
  why: v.string(),
  /** Time of the next review. */
  look_again_at: v.string(),
  appealed_at: v.nullable(v.string()),
})
export type Hold = v.InferOutput<typeof Hold>

/**
 * Earning in the list of pending or available ones. `approved`: the brand has
 * agreed, and the earning waits for the brand's payment or for the end of the minimum hold period.
 */
export const Earning = v.object({
  id: v.number(),
  amount: Money,
  kind: EarningKind,
  state: v.picklist(['pending', 'approved', 'held', 'available', 'reversed']),
  organization: v.nullable(EarningBrand),
  link_uuid: v.nullable(Uuid),
  /** Name of the link; if the link was deleted, its name at the time of the sale. */
  link_name: v.string(),
  order_date: v.string(),
  expected_at: v.nullable(v.string()),
  /** Whether it waits for the payment of the brand. */
  waits_for_brand: v.boolean(),
  held: v.nullable(Hold),
  /** Amount of the order if its currency has no exchange rate, and so no value in dollars. */
  unpriced: v.optional(v.nullable(v.object({ amount: v.number(), currency: v.string() })), null),
})
export type Earning = v.InferOutput<typeof Earning>

/** Body of GET bank/pending_earnings/ and available_earnings/ (A-132, A-133). */
export const Earnings = v.object({ ...page(Earning).entries, total: Money })
export type Earnings = v.InferOutput<typeof Earnings>

/** All details of one earning (GET bank/earnings/{id}/, not in the specification). */
export const EarningDetail = v.object({
  ...Earning.entries,
  /** Click that led to the order; null if a creator's code did. */
  click: v.nullable(
    v.object({ at: v.string(), referrer: v.string(), device: v.string(), country: v.string() }),
  ),
  attributed_by: v.picklist(['click', 'code', 'operator']),
  /** Amount in dollars that the percentage applies to. */
  base: Money,
  base_kind: v.picklist(['net', 'gross', 'subtotal']),
  /**
   * Amount in the shop's currency. `rate` 0: no exchange rate is known yet, and the order has no
   * value until then.
   */
  original: v.nullable(
    v.object({ amount: v.number(), currency: v.string(), rate: v.number(), day: v.string() }),
  ),
  percentage: v.number(),
  hold_ends_at: v.nullable(v.string()),
  funded_at: v.nullable(v.string()),
  /** Changes, oldest first. `by` is who decided; `amount` is the difference. */
  changes: v.array(
    v.object({
      at: v.string(),
      what: v.string(),
      why: v.string(),
      by: v.string(),
      amount: Money,
    }),
  ),
  /**
   * Payouts that contain this earning, and the amount in each. A receipt exists once `paid_at` is
   * set.
   */
  payouts: v.optional(
    v.array(
      v.object({
        id: v.number(),
        number: v.string(),
        amount: Money,
        paid_at: v.nullable(v.string()),
      }),
    ),
    [],
  ),
})
export type EarningDetail = v.InferOutput<typeof EarningDetail>

/** Body of POST bank/earnings/{id}/appeal/ (not in the specification). The operator reviews it. */
export const Appeal = v.object({
  text: v.pipe(text(2000), v.minLength(1, 'Tell us what is wrong.')),
})
export type Appeal = v.InferInput<typeof Appeal>

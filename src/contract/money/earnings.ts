import * as v from 'valibot'
import { page, text, Uuid } from '../common.ts'
import { EarningBrand, Money } from './common.ts'

export const EarningKind = v.picklist(['commission', 'bonus', 'referral'])
export type EarningKind = v.InferOutput<typeof EarningKind>

/** Why an earning is kept back (duties: no silent hold). */
export const Hold = v.object({
  rule: v.string(),
  why: v.string(),
  /** When somebody looks at it again. */
  look_again_at: v.string(),
  appealed_at: v.nullable(v.string()),
})
export type Hold = v.InferOutput<typeof Hold>

/**
 * One earning in the list of pending or available ones. `approved`: the brand has
 * agreed, and it waits for the brand's money or the end of the least hold.
 */
export const Earning = v.object({
  id: v.number(),
  amount: Money,
  kind: EarningKind,
  state: v.picklist(['pending', 'approved', 'held', 'available', 'reversed']),
  organization: v.nullable(EarningBrand),
  link_uuid: v.nullable(Uuid),
  /** Its name when it was earned, where the link is gone. */
  link_name: v.string(),
  order_date: v.string(),
  expected_at: v.nullable(v.string()),
  /** It waits for the brand to pay us. */
  waits_for_brand: v.boolean(),
  held: v.nullable(Hold),
  /** The order's own amount while there is no exchange rate for its currency, so no dollars either. */
  unpriced: v.optional(v.nullable(v.object({ amount: v.number(), currency: v.string() })), null),
})
export type Earning = v.InferOutput<typeof Earning>

/** Body of GET bank/pending_earnings/ and available_earnings/ (A-132, A-133). */
export const Earnings = v.object({ ...page(Earning).entries, total: Money })
export type Earnings = v.InferOutput<typeof Earnings>

/** All that is known of one earning (ours: GET bank/earnings/{id}/): every cent tells its story. */
export const EarningStory = v.object({
  ...Earning.entries,
  /** The click that led to it; null where a creator's code did. */
  click: v.nullable(
    v.object({ at: v.string(), referrer: v.string(), device: v.string(), country: v.string() }),
  ),
  attributed_by: v.picklist(['click', 'code', 'operator']),
  /** What the percentage was of, in dollars, and what the shop said, in its own currency. */
  base: Money,
  base_kind: v.picklist(['net', 'gross', 'subtotal']),
  /** A rate of 0: there is none yet, and the order is worth nothing until there is. */
  original: v.nullable(
    v.object({ amount: v.number(), currency: v.string(), rate: v.number(), day: v.string() }),
  ),
  percentage: v.number(),
  hold_ends_at: v.nullable(v.string()),
  funded_at: v.nullable(v.string()),
  /** Each change, the oldest first, with who decided. `amount` is what it added or took. */
  changes: v.array(
    v.object({
      at: v.string(),
      what: v.string(),
      why: v.string(),
      by: v.string(),
      amount: Money,
    }),
  ),
  /** The requests that it went out with, and how much of it; a receipt is there once one is paid. */
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
export type EarningStory = v.InferOutput<typeof EarningStory>

/** Body of POST bank/earnings/{id}/appeal/ (ours): it stands in the operator's list. */
export const Appeal = v.object({
  text: v.pipe(text(2000), v.minLength(1, 'Say what is wrong.')),
})
export type Appeal = v.InferInput<typeof Appeal>

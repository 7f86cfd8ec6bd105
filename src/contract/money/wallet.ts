import * as v from 'valibot'
import { page, result, text, token, Uuid } from '../common.ts'

/** US dollars with at most two decimals; below zero only where something was reversed. */
export const Money = v.number()

export const RedemptionKind = v.picklist(['paypal', 'charity', 'voucher'])
export type RedemptionKind = v.InferOutput<typeof RedemptionKind>

/**
 * `requested` and `in_review` wait for the operator, `processing` stands in a batch of payouts, `paid`
 * is the operator's own word for it. `returned` and `rejected`: the money is back.
 */
export const RedemptionState = v.picklist([
  'requested',
  'in_review',
  'processing',
  'paid',
  'returned',
  'rejected',
])
export type RedemptionState = v.InferOutput<typeof RedemptionState>

/** One request for money. */
export const Redemption = v.object({
  id: v.number(),
  /** What it is called on a receipt, for instance `R-2026-000042`. */
  number: v.string(),
  kind: RedemptionKind,
  amount: Money,
  state: RedemptionState,
  created_at: v.string(),
  paid_at: v.nullable(v.string()),
  /** A PayPal address, or the name of a charity or of a shop. */
  target: v.string(),
  /** Why it was rejected, returned or shrunk, for the person to read; else empty. */
  note: v.string(),
  /** The operator's own reference of the payment, and what it cost whom. */
  reference: v.string(),
  /** What PayPal takes of it, once it is known; it is the person's. */
  fee: Money,
  /** Each state it was in, the oldest first. */
  history: v.array(v.object({ state: RedemptionState, at: v.string(), why: v.string() })),
})
export type Redemption = v.InferOutput<typeof Redemption>

/** Where money comes from, as a row says it. */
export const EarningBrand = v.object({
  uuid: Uuid,
  name: v.string(),
  logo_url: v.nullable(v.string()),
})
export type EarningBrand = v.InferOutput<typeof EarningBrand>

/** What somebody has, by where it stands. `available` may be below zero after a reversal. */
export const Balance = v.object({
  available: Money,
  pending: Money,
  /** Asked for and not yet paid. */
  reserved: Money,
  redeemed: Money,
  /** All that was ever earned, without what was reversed. */
  lifetime: Money,
  /** Kept back by a rule that the row names. */
  held: Money,
  /** The next that becomes available by itself, if nothing happens. */
  clears_next: v.nullable(v.object({ amount: Money, at: v.string() })),
  /** Approved, and waiting for the brand to pay us. */
  waiting_for: v.array(v.object({ organization: EarningBrand, amount: Money })),
})
export type Balance = v.InferOutput<typeof Balance>

/** Body of GET bank/redemptions/ (A-130). */
export const Redemptions = v.object({ ...page(Redemption).entries, balance: Balance })
export type Redemptions = v.InferOutput<typeof Redemptions>

/**
 * Body of POST bank/redemptions/{id}/code/ (ours): with the code of a gift card, for its owner at any
 * time, by the password. GET bank/redemptions/{id}/ answers the same without code and PIN.
 */
export const RedemptionDetail = v.object({
  ...Redemption.entries,
  code: v.nullable(v.string()),
  pin: v.nullable(v.string()),
  /** Where the gift card is good, in words of the operator: currency, country and end. */
  terms: v.string(),
})
export type RedemptionDetail = v.InferOutput<typeof RedemptionDetail>

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

/** Steps of what may be redeemed, besides the whole balance (D-52). */
export const REDEEM_STEPS = [10, 25, 50, 100, 250, 500] as const
/** The least that anybody can set, and the most, in dollars (D-51). */
export const THRESHOLD = { least: 10, most: 500 } as const

const EMAIL = 'Enter a valid email address.'
const Address = v.pipe(v.string(EMAIL), v.trim(), v.maxLength(254, EMAIL), v.email(EMAIL))

/** Body of bank/redemptions/settings/ (A-131). */
export const WalletSettings = v.object({
  payment_threshold: Money,
  min_threshold: Money,
  /** Where PayPal payments go; empty until it is given. */
  paypal_email: v.string(),
  /** Another address, until it is confirmed and has rested. `usable_at` is null before it is confirmed. */
  paypal_email_next: v.nullable(v.object({ email: v.string(), usable_at: v.nullable(v.string()) })),
  auto_redeem: v.boolean(),
})
export type WalletSettings = v.InferOutput<typeof WalletSettings>

const CENTS = 'Enter an amount in dollars and cents.'
/** Whole cents, as a number that has no more than two decimals. */
const Amount = v.pipe(
  v.number(CENTS),
  v.minValue(0, CENTS),
  v.maxValue(1_000_000, CENTS),
  v.check((value) => Number(value.toFixed(2)) === value, CENTS),
)

/** Body of PUT and PATCH bank/redemptions/settings/. The password is asked for with a new address. */
export const WalletSettingsEdit = v.object({
  payment_threshold: v.optional(Amount),
  paypal_email: v.optional(Address),
  /** Null takes back an address that is not used yet. */
  paypal_email_next: v.optional(v.null()),
  auto_redeem: v.optional(v.boolean()),
  password: v.optional(token(1000)),
})
export type WalletSettingsEdit = v.InferInput<typeof WalletSettingsEdit>

export const Charity = v.object({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  logo_url: v.nullable(v.string()),
  website: v.string(),
})
export type Charity = v.InferOutput<typeof Charity>
export const Charities = v.object({ results: v.array(Charity) })

/** Body of GET shop/paypal/values/{paypal or charity}: what can be redeemed now. */
export const RedeemValues = v.object({
  results: v.array(v.object({ value: Money })),
  min: Money,
  max: Money,
})
export type RedeemValues = v.InferOutput<typeof RedeemValues>

/** Body of POST shop/paypal/redeem: to the PayPal address of the settings, or to a charity. */
export const RedeemRequest = v.object({
  value: Amount,
  /** Where it is given it has to be the one of the settings. */
  paypal_email: v.optional(Address),
  charity_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  /** Wanted for a charity: what is given to it does not come back. */
  password: v.optional(token(1000)),
})
export type RedeemRequest = v.InferInput<typeof RedeemRequest>
export const Redeemed = result(Redemption)

export const Vendor = v.object({
  id: v.number(),
  name: v.string(),
  logo_url: v.nullable(v.string()),
  in_stock: v.boolean(),
})
export type Vendor = v.InferOutput<typeof Vendor>
export const Vendors = v.object({ results: v.array(Vendor) })

/** Gift cards of one value and shop; `id` stands for whichever of them is handed out. */
export const Voucher = v.object({
  id: v.number(),
  vendor_id: v.number(),
  value: Money,
  /** `USD`, and where it is good. */
  currency: v.string(),
  country: v.string(),
  /** Until which day the next one of them is good; null: it has no end, or there is none. */
  ends_on: v.nullable(v.string()),
  in_stock: v.boolean(),
})
export type Voucher = v.InferOutput<typeof Voucher>
export const Vouchers = v.object({ results: v.array(Voucher) })

/** Body of POST shop/vouchers/redeem. */
export const VoucherRequest = v.object({
  voucher_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1)),
  /** Always wanted: what is answered is as good as money. */
  password: v.optional(token(1000)),
})
export type VoucherRequest = v.InferInput<typeof VoucherRequest>
export const VoucherRedeemed = result(RedemptionDetail)

/** Body of POST bank/redemptions/{id}/code/ (ours). */
export const CodeRequest = v.object({ password: v.optional(token(1000)) })
export type CodeRequest = v.InferInput<typeof CodeRequest>

/** Body of POST bank/earnings/{id}/appeal/ (ours): it stands in the operator's list. */
export const Appeal = v.object({
  text: v.pipe(text(2000), v.minLength(1, 'Say what is wrong.')),
})
export type Appeal = v.InferInput<typeof Appeal>

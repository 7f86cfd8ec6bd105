import * as v from 'valibot'
import { page, result, token } from '../common.ts'
import { EarningBrand, Money } from './common.ts'
import { EarnedElsewhere } from './networks.ts'

export const RedemptionKind = v.picklist(['paypal', 'charity', 'voucher'])
export type RedemptionKind = v.InferOutput<typeof RedemptionKind>

/**
 * `requested` and `in_review` wait for the operator, `processing` is part of a payout batch, `paid`
 * was recorded by the operator. `returned` and `rejected`: the money is back in the balance.
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

/** Request for a payout. */
export const Redemption = v.object({
  id: v.number(),
  /** Number on the receipt, for instance `R-2026-000042`. */
  number: v.string(),
  kind: RedemptionKind,
  amount: Money,
  state: RedemptionState,
  created_at: v.string(),
  paid_at: v.nullable(v.string()),
  /** PayPal address, or name of a charity or shop. */
  target: v.string(),
  /** Explanation for the user if it was rejected, returned or reduced; otherwise empty. */
  note: v.string(),
  /** Payment reference of the operator. */
  reference: v.string(),
  /** Fee that PayPal deducts, once it is known. The user bears it. */
  fee: Money,
  /** States with their times, oldest first. */
  history: v.array(v.object({ state: RedemptionState, at: v.string(), why: v.string() })),
})
export type Redemption = v.InferOutput<typeof Redemption>

/** Amounts of a user by state. `available` can be negative after a reversal. */
export const Balance = v.object({
  available: Money,
  pending: Money,
  /** Requested and not yet paid. */
  reserved: Money,
  redeemed: Money,
  /** Total of all earnings, minus reversed ones. */
  lifetime: Money,
  /** Held back by a rule. Each earning states which one. */
  held: Money,
  /** Next amount that becomes available unless something changes. */
  clears_next: v.nullable(v.object({ amount: Money, at: v.string() })),
  /** Approved amounts that wait for the payment of the brand. */
  waiting_for: v.array(v.object({ organization: EarningBrand, amount: Money })),
  /**
   * Income from affiliate networks in the last 30 days. It is not part of the balance. Missing in
   * answers of older servers and in older copies.
   */
  earned_elsewhere: v.optional(EarnedElsewhere),
})
export type Balance = v.InferOutput<typeof Balance>

/** Body of GET bank/redemptions/ (A-130). */
export const Redemptions = v.object({ ...page(Redemption).entries, balance: Balance })
export type Redemptions = v.InferOutput<typeof Redemptions>

/**
 * Body of POST bank/redemptions/{id}/code/ (not in the specification): includes the code of a gift
 * card, for its owner after entering the password. GET bank/redemptions/{id}/ has the same body
 * without code and PIN.
 */
export const RedemptionDetail = v.object({
  ...Redemption.entries,
  code: v.nullable(v.string()),
  pin: v.nullable(v.string()),
  /** Terms of the gift card as the operator wrote them: currency, country and expiry. */
  terms: v.string(),
})
export type RedemptionDetail = v.InferOutput<typeof RedemptionDetail>

/** Amounts that can be redeemed, besides the whole balance (D-52). */
export const REDEEM_AMOUNTS = [10, 25, 50, 100, 250, 500] as const
/** Limits of the payment threshold that users can set, in dollars (D-51). */
export const THRESHOLD_LIMITS = { min: 10, max: 500 } as const

const INVALID_EMAIL = 'Enter a valid email address.'
const Address = v.pipe(
  v.string(INVALID_EMAIL),
  v.trim(),
  v.maxLength(254, INVALID_EMAIL),
  v.email(INVALID_EMAIL),
)

/** Body of bank/redemptions/settings/ (A-131). */
export const WalletSettings = v.object({
  payment_threshold: Money,
  min_threshold: Money,
  /** Address for PayPal payments; empty until the user enters one. */
  paypal_email: v.string(),
  /**
   * New address, until it is confirmed and its waiting period is over. `usable_at` is null before
   * it is confirmed.
   */
  paypal_email_next: v.nullable(v.object({ email: v.string(), usable_at: v.nullable(v.string()) })),
  auto_redeem: v.boolean(),
})
export type WalletSettings = v.InferOutput<typeof WalletSettings>

const INVALID_AMOUNT = 'Enter an amount in dollars and cents.'
/** Dollars with at most two decimals. */
const Amount = v.pipe(
  v.number(INVALID_AMOUNT),
  v.minValue(0, INVALID_AMOUNT),
  v.maxValue(1_000_000, INVALID_AMOUNT),
  v.check((value) => Number(value.toFixed(2)) === value, INVALID_AMOUNT),
)

/** Body of PUT and PATCH bank/redemptions/settings/. A new address requires the password. */
export const WalletSettingsEdit = v.object({
  payment_threshold: v.optional(Amount),
  paypal_email: v.optional(Address),
  /** Null cancels a new address that is not used yet. */
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

/**
 * Body of GET shop/paypal/values/{paypal or charity}: amounts that can be redeemed
 * now.
 */
export const RedeemValues = v.object({
  results: v.array(v.object({ value: Money })),
  min: Money,
  max: Money,
})
export type RedeemValues = v.InferOutput<typeof RedeemValues>

/**
 * Body of POST shop/paypal/redeem: pays to the PayPal address of the settings, or to a
 * charity.
 */
export const RedeemRequest = v.object({
  value: Amount,
  /** Must match the address of the settings if present. */
  paypal_email: v.optional(Address),
  charity_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  /** Required for a charity, because a donation cannot be returned. */
  password: v.optional(token(1000)),
})
export type RedeemRequest = v.InferInput<typeof RedeemRequest>
export const RedeemAnswer = result(Redemption)

export const Vendor = v.object({
  id: v.number(),
  name: v.string(),
  logo_url: v.nullable(v.string()),
  in_stock: v.boolean(),
})
export type Vendor = v.InferOutput<typeof Vendor>

/** Gift cards of one value and shop. `id` is the id of one of them and stands for all. */
export const Voucher = v.object({
  id: v.number(),
  vendor_id: v.number(),
  value: Money,
  /** Currency (`USD`) and country in which the card is valid. */
  currency: v.string(),
  country: v.string(),
  /** Last day of validity of the next card; null if it does not expire or none is in stock. */
  ends_on: v.nullable(v.string()),
  in_stock: v.boolean(),
})
export type Voucher = v.InferOutput<typeof Voucher>

/** Body of POST shop/vouchers/redeem. */
export const VoucherRequest = v.object({
  voucher_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1)),
  /** Always required, because the code in the answer is worth money. */
  password: v.optional(token(1000)),
})
export type VoucherRequest = v.InferInput<typeof VoucherRequest>
export const VoucherAnswer = result(RedemptionDetail)

/** Body of POST bank/redemptions/{id}/code/ (not in the specification). */
export const CodeRequest = v.object({ password: v.optional(token(1000)) })
export type CodeRequest = v.InferInput<typeof CodeRequest>

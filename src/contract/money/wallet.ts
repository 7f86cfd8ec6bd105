import * as v from 'valibot'
import { page, result, token } from '../common.ts'
import { EarningBrand, Money } from './common.ts'

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

import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { Money } from '#contract/money/common.ts'
import { RedemptionKind } from '#contract/money/wallet.ts'

/**
 * Details printed on receipts, all optional. Body of GET bank/receipt_details/ (not in the
 * specification).
 */
export const ReceiptDetails = v.object({
  legal_name: v.string(),
  /** Postal address with line breaks. */
  address: v.string(),
  tax_id: v.string(),
})
export type ReceiptDetails = v.InferOutput<typeof ReceiptDetails>

/**
 * Body of PUT bank/receipt_details/ (not in the specification). It replaces all fields; an empty
 * one is deleted.
 */
export const ReceiptDetailsEdit = v.object({
  legal_name: text(200),
  address: text(500),
  tax_id: text(50),
})
export type ReceiptDetailsEdit = v.InferInput<typeof ReceiptDetailsEdit>

/** Calendar year (UTC) with transactions: the total earned and the total paid out. */
export const StatementYear = v.object({ year: v.number(), earned: Money, paid: Money })
export type StatementYear = v.InferOutput<typeof StatementYear>

/** Body of GET bank/statements/ (not in the specification), latest year first. */
export const StatementYears = v.object({ results: v.array(StatementYear) })

/** Payout, or the return of one with a negative amount. */
export const StatementPayout = v.object({
  id: v.number(),
  number: v.string(),
  kind: RedemptionKind,
  target: v.string(),
  at: v.string(),
  amount: Money,
  fee: Money,
  reference: v.string(),
})
export type StatementPayout = v.InferOutput<typeof StatementPayout>

/**
 * Body of GET bank/statements/{year}/ (not in the specification), computed from the ledger: opening
 * + earned + taken_back - paid - given = closing.
 */
export const Statement = v.object({
  year: v.number(),
  /** True while the year has not ended. The figures are then preliminary. */
  is_open: v.boolean(),
  /** Operator who pays, with the address of the app and the contact address. */
  issuer: v.object({ name: v.string(), origin: v.string(), email: v.string() }),
  details: ReceiptDetails,
  /** Balance before the first day and after the last one, including pending amounts. */
  opening: Money,
  closing: Money,
  earned: Money,
  /** Zero or negative. */
  taken_back: Money,
  /** Paid to PayPal and as gift cards, less returned payouts. */
  paid: Money,
  /** Donated to charities. */
  given: Money,
  /** Earnings less reversals by payer. `name` is empty for the operator. */
  by_brand: v.array(v.object({ name: v.string(), amount: Money })),
  payouts: v.array(StatementPayout),
})
export type Statement = v.InferOutput<typeof Statement>

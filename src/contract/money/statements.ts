import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { Money } from '#contract/money/common.ts'
import { RedemptionKind } from '#contract/money/wallet.ts'

/** What is printed on receipts; all of it optional. Body of GET bank/receipt_details/ (ours). */
export const ReceiptDetails = v.object({
  legal_name: v.string(),
  /** As it is written on a letter, line by line. */
  address: v.string(),
  tax_id: v.string(),
})
export type ReceiptDetails = v.InferOutput<typeof ReceiptDetails>

/** Body of PUT bank/receipt_details/ (ours): all of it, what is empty is forgotten. */
export const ReceiptDetailsEdit = v.object({
  legal_name: text(200),
  address: text(500),
  tax_id: text(50),
})
export type ReceiptDetailsEdit = v.InferInput<typeof ReceiptDetailsEdit>

/** A calendar year (UTC) in which money moved, with what was earned and what was paid out. */
export const StatementYear = v.object({ year: v.number(), earned: Money, paid: Money })
export type StatementYear = v.InferOutput<typeof StatementYear>

/** Body of GET bank/statements/ (ours), the latest first. */
export const StatementYears = v.object({ results: v.array(StatementYear) })

/** Money that went out, or came back: then its amount is below zero. */
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
 * Body of GET bank/statements/{year}/ (ours), made of the ledger:
 * opening + earned + taken_back - paid - given = closing.
 */
export const Statement = v.object({
  year: v.number(),
  /** The year is not over: the figures are those of now. */
  is_open: v.boolean(),
  /** Who pays: where the app is, and whom to write to. */
  issuer: v.object({ name: v.string(), origin: v.string(), email: v.string() }),
  details: ReceiptDetails,
  /** What stood there on the first day and stands there after the last, pending or not. */
  opening: Money,
  closing: Money,
  earned: Money,
  /** At most zero. */
  taken_back: Money,
  /** To PayPal and as gift cards, less what came back. */
  paid: Money,
  /** To charities. */
  given: Money,
  /** What was earned less what was taken back, by who pays it; without a name where it is the operator. */
  by_brand: v.array(v.object({ name: v.string(), amount: Money })),
  payouts: v.array(StatementPayout),
})
export type Statement = v.InferOutput<typeof Statement>

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RedemptionKind, RedemptionState } from '#contract/money/wallet.ts'
import { moment, now } from '../columns.ts'
import { giftCardVendors } from './payees-schema.ts'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Where a person's money goes, and when. No reference: what was paid out is kept without the person. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id').primaryKey(),
    thresholdCents: cents('threshold_cents').default(1000),
    autoRedeem: boolean('auto_redeem').notNull().default(false),
    /** Lower case; empty: none yet. */
    paypalEmail: text('paypal_email').notNull().default(''),
    /** The next one: its own mailbox has to confirm it, and then it rests. */
    nextEmail: text('next_email').notNull().default(''),
    nextKeyHash: text('next_key_hash'),
    nextAskedAt: moment('next_asked_at'),
    nextUsableAt: moment('next_usable_at'),
    /** Since when the operator has a tax form of theirs; null: none is on file. */
    taxFormSince: date('tax_form_since'),
    createdAt: now('created_at'),
  },
  (t) => [
    index('wallets_paypal')
      .on(t.paypalEmail)
      .where(sql`${t.paypalEmail} <> ''`),
    uniqueIndex('wallets_next_key').on(t.nextKeyHash),
  ],
)

/** What people want printed on their receipts; all of it optional, and theirs to empty. */
export const receiptDetails = pgTable('receipt_details', {
  userId: uuid('user_id').primaryKey(),
  legalName: text('legal_name').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Encrypted; null: none was given. */
  sealedTaxId: text('sealed_tax_id'),
})

/** A list of payouts that was handed to the operator. */
export const payoutBatches = pgTable('payout_batches', {
  id: serial('id').primaryKey(),
  createdAt: now('created_at'),
})

/** What people have asked for. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<RedemptionKind>().notNull(),
    cents: cents('cents'),
    state: text('state').$type<RedemptionState>().notNull(),
    /** As it was when it was asked for: an address of PayPal, or a name. */
    target: text('target').notNull(),
    charityId: integer('charity_id'),
    note: text('note').notNull().default(''),
    /** It is paid once the operator has a tax form of its person. */
    waitsForForm: boolean('waits_for_form').notNull().default(false),
    reference: text('reference').notNull().default(''),
    feeCents: cents('fee_cents'),
    /** Idempotency key of the call that took a gift card, and which it took. */
    requestKey: text('request_key'),
    offerId: integer('offer_id'),
    batchId: integer('batch_id').references(() => payoutBatches.id),
    createdAt: now('created_at'),
    paidAt: moment('paid_at'),
  },
  (t) => [
    index('redemptions_person').on(t.userId, t.createdAt.desc(), t.id.desc()),
    uniqueIndex('redemptions_request').on(t.userId, t.requestKey),
    index('redemptions_open')
      .on(t.state, t.id)
      .where(sql`${t.state} in ('requested', 'in_review', 'processing')`),
  ],
)

/** Each state of a redemption; never changed. */
export const redemptionChanges = pgTable(
  'redemption_changes',
  {
    id: serial('id').primaryKey(),
    redemptionId: integer('redemption_id')
      .notNull()
      .references(() => redemptions.id),
    state: text('state').$type<RedemptionState>().notNull(),
    why: text('why').notNull().default(''),
    at: now('at'),
  },
  (t) => [index('redemption_changes_redemption').on(t.redemptionId, t.id)],
)

/** Gift cards that the operator imported; codes are encrypted, and each is handed out once. */
export const vouchers = pgTable(
  'vouchers',
  {
    id: serial('id').primaryKey(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => giftCardVendors.id),
    valueCents: cents('value_cents'),
    currency: text('currency').notNull().default('USD'),
    country: text('country').notNull().default(''),
    /** Null: it has no end. */
    endsOn: date('ends_on'),
    /** Keyed hash: the same code is imported once. */
    codeHash: text('code_hash').notNull(),
    sealedCode: text('sealed_code').notNull(),
    sealedPin: text('sealed_pin'),
    /** Whose it is. */
    redemptionId: integer('redemption_id').references(() => redemptions.id),
    createdAt: now('created_at'),
  },
  (t) => [
    uniqueIndex('vouchers_code').on(t.vendorId, t.codeHash),
    uniqueIndex('vouchers_redemption').on(t.redemptionId),
    index('vouchers_stock')
      .on(t.vendorId, t.valueCents, t.id)
      .where(sql`${t.redemptionId} is null`),
  ],
)

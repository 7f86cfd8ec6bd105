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

/**
 * Payout settings of a user. The id is not a foreign key, because payouts are kept after the user
 * is deleted.
 */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id').primaryKey(),
    thresholdCents: cents('threshold_cents').default(1000),
    autoRedeem: boolean('auto_redeem').notNull().default(false),
    /** Lower case; empty if none is set. */
    paypalEmail: text('paypal_email').notNull().default(''),
    /** New PayPal address, until it is confirmed and its waiting period is over. */
    nextEmail: text('next_email').notNull().default(''),
    nextKeyHash: text('next_key_hash'),
    nextAskedAt: moment('next_asked_at'),
    nextUsableAt: moment('next_usable_at'),
    /** Date since which the operator has a tax form of the user; null if there is none. */
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

/** Optional details that users want on their receipts. */
export const receiptDetails = pgTable('receipt_details', {
  userId: uuid('user_id').primaryKey(),
  legalName: text('legal_name').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Encrypted tax id; null if there is none. */
  sealedTaxId: text('sealed_tax_id'),
})

/** Lists of payouts that were handed to the operator. */
export const payoutBatches = pgTable('payout_batches', {
  id: serial('id').primaryKey(),
  createdAt: now('created_at'),
})

/** Redemptions that users requested. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<RedemptionKind>().notNull(),
    cents: cents('cents'),
    state: text('state').$type<RedemptionState>().notNull(),
    /** PayPal address or name at the time of the request. */
    target: text('target').notNull(),
    charityId: integer('charity_id'),
    note: text('note').notNull().default(''),
    /** Whether the payout waits until the operator has a tax form of the user. */
    waitsForForm: boolean('waits_for_form').notNull().default(false),
    reference: text('reference').notNull().default(''),
    feeCents: cents('fee_cents'),
    /** Idempotency key of the request for a gift card, which finds the card again. */
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

/** State changes of redemptions. Rows are never changed. */
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

/** Gift cards that the operator imported. Codes are encrypted, and each card is issued once. */
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
    /** Null if the card does not expire. */
    endsOn: date('ends_on'),
    /** Keyed hash of the code, so that a code is imported only once. */
    codeHash: text('code_hash').notNull(),
    sealedCode: text('sealed_code').notNull(),
    sealedPin: text('sealed_pin'),
    /** Redemption that received the card. */
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

import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { RedemptionKind, RedemptionState } from '#contract/money/wallet.ts'
import { moment, now, serialKey, text } from '../columns.ts'
import { giftCardVendors } from './payees-schema.ts'

const cents = (name: string) => pg.bigint(name, { mode: 'number' }).notNull().default(0)

/** Payout settings of a user. Deleting the account deletes them. */
export const wallets = pg.pgTable(
  'wallets',
  {
    userId: pg.uuid('user_id').primaryKey(),
    thresholdCents: cents('threshold_cents').default(1000),
    autoRedeem: pg.boolean('auto_redeem').notNull().default(false),
    /** Lower case; empty if none is set. */
    paypalEmail: text('paypal_email').default(''),
    /** New PayPal address, until it is confirmed and its waiting period is over. */
    nextEmail: text('next_email').default(''),
    /** Hash of the key in the confirmation email; null before it is sent and once it is used. */
    nextKeyHash: pg.text('next_key_hash'),
    /** Time when the user entered the new address. */
    nextAskedAt: moment('next_asked_at'),
    /** Time from which payouts go to the new address; null until it is confirmed. */
    nextUsableAt: moment('next_usable_at'),
    /** Date since which the operator has a tax form of the user; null if there is none. */
    taxFormSince: pg.date('tax_form_since'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg
      .index('wallets_paypal')
      .on(t.paypalEmail)
      .where(sql`${t.paypalEmail} <> ''`),
    pg.uniqueIndex('wallets_next_key').on(t.nextKeyHash),
  ],
)

/** Optional details that users want on their receipts. */
export const receiptDetails = pg.pgTable('receipt_details', {
  userId: pg.uuid('user_id').primaryKey(),
  legalName: text('legal_name').default(''),
  address: text('address').default(''),
  /** Encrypted tax id; null if there is none. */
  sealedTaxId: pg.text('sealed_tax_id'),
})

/**
 * Ways to pay a batch. `open`: not decided. `hand`: exported or paid by the operator. `paypal`:
 * sent through PayPal. A batch that is paid in one way is never paid in the other.
 */
export type BatchMethod = 'open' | 'hand' | 'paypal'

/** Lists of payouts that are paid together. */
export const payoutBatches = pg.pgTable(
  'payout_batches',
  {
    id: serialKey(),
    createdAt: now('created_at'),
    method: pg.text('method').$type<BatchMethod>().notNull().default('hand'),
    /** Time of the first request to PayPal. PayPal refuses duplicates for 30 days from then on. */
    sentAt: moment('sent_at'),
    /** Number of requests to create the batch at PayPal whose outcome is unknown. */
    unknownTries: pg.integer('unknown_tries').notNull().default(0),
    /** PayPal's id of the batch; null until PayPal has answered. */
    paypalId: pg.text('paypal_id'),
    /** Time of the next request to PayPal; null if none is planned. */
    nextLookAt: moment('next_look_at'),
    /** Problem for the operator; empty if there is none. */
    problem: text('problem').default(''),
  },
  (t) => [
    pg
      .index('payout_batches_due')
      .on(t.nextLookAt)
      .where(sql`${t.nextLookAt} is not null`),
  ],
)

/**
 * Redemptions that users requested. The user id is not a foreign key, because redemptions are kept
 * after the user is deleted.
 */
export const redemptions = pg.pgTable(
  'redemptions',
  {
    id: serialKey(),
    userId: pg.uuid('user_id').notNull(),
    kind: pg.text('kind').$type<RedemptionKind>().notNull(),
    cents: cents('cents'),
    state: pg.text('state').$type<RedemptionState>().notNull(),
    /** PayPal address or name at the time of the request. */
    target: text('target'),
    charityId: pg.integer('charity_id'),
    note: text('note').default(''),
    /** Whether the payout waits until the operator has a tax form of the user. */
    waitsForForm: pg.boolean('waits_for_form').notNull().default(false),
    reference: text('reference').default(''),
    feeCents: cents('fee_cents'),
    /** Idempotency key of the request for a gift card. A repeated request returns the same card. */
    requestKey: pg.text('request_key'),
    offerId: pg.integer('offer_id'),
    batchId: pg.integer('batch_id').references(() => payoutBatches.id),
    /** State that PayPal reported last; null if it was not sent through PayPal. */
    paypalState: pg.text('paypal_state'),
    /** Fee that PayPal charged the operator for a payout that was sent. */
    paypalFeeCents: cents('paypal_fee_cents'),
    createdAt: now('created_at'),
    paidAt: moment('paid_at'),
  },
  (t) => [
    pg.index('redemptions_person').on(t.userId, t.createdAt.desc(), t.id.desc()),
    pg.uniqueIndex('redemptions_request').on(t.userId, t.requestKey),
    pg
      .index('redemptions_open')
      .on(t.state, t.id)
      .where(sql`${t.state} in ('requested', 'in_review', 'processing')`),
    pg.index('redemptions_batch').on(t.batchId),
  ],
)

/** State changes of redemptions. Rows are never changed. */
export const redemptionChanges = pg.pgTable(
  'redemption_changes',
  {
    id: serialKey(),
    redemptionId: pg
      .integer('redemption_id')
      .notNull()
      .references(() => redemptions.id),
    state: pg.text('state').$type<RedemptionState>().notNull(),
    why: text('why').default(''),
    at: now('at'),
  },
  (t) => [pg.index('redemption_changes_redemption').on(t.redemptionId, t.id)],
)

/** Gift cards that the operator imported. Codes are encrypted, and each card is issued once. */
export const vouchers = pg.pgTable(
  'vouchers',
  {
    id: serialKey(),
    vendorId: pg
      .integer('vendor_id')
      .notNull()
      .references(() => giftCardVendors.id),
    valueCents: cents('value_cents'),
    currency: text('currency').default('USD'),
    country: text('country').default(''),
    /** Null if the card does not expire. */
    endsOn: pg.date('ends_on'),
    /** Keyed hash of the code, so that a code is imported only once. */
    codeHash: text('code_hash'),
    sealedCode: text('sealed_code'),
    sealedPin: pg.text('sealed_pin'),
    /** Redemption that received the card; null if it is in stock. */
    redemptionId: pg.integer('redemption_id').references(() => redemptions.id),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('vouchers_code').on(t.vendorId, t.codeHash),
    pg.uniqueIndex('vouchers_redemption').on(t.redemptionId),
    pg
      .index('vouchers_stock')
      .on(t.vendorId, t.valueCents, t.id)
      .where(sql`${t.redemptionId} is null`),
  ],
)

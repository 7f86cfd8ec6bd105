import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { brands, type CommissionBase, brandColumn } from './brands-schema.ts'
import { counter, moment, now, serialKey, text } from '../columns.ts'

/**
 * State of a conversion. `new` exists only within a transaction and is never committed. See
 * server/money/conversions/states.ts.
 */
export type ConversionState = 'new' | 'pending' | 'held' | 'approved' | 'available' | 'reversed'
export type AttributedBy = 'click' | 'code' | 'operator'
export type HoldRule =
  | 'own-customer'
  | 'own-device'
  | 'shared-payout'
  | 'many-orders'
  | 'too-quick'
  | 'no-person'

/**
 * Part of an order with its own percentage. Rate and share are frozen when the order is recorded.
 */
export type OrderLine = {
  category: string
  /** Amount in the smallest unit of the order's currency. */
  minor: number
  rateBasisPoints: number
  shareBasisPoints: number
}

const cents = (name: string) => pg.bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * Earnings of a user: an order of a brand, or a bonus of the operator. They outlive the user and
 * the link, so neither is a foreign key. `conversion_changes` records every change, and the ledger
 * every cent.
 */
export const conversions = pg.pgTable(
  'conversions',
  {
    id: serialKey(),
    kind: pg
      .text('kind')
      .$type<'commission' | 'bonus' | 'referral'>()
      .notNull()
      .default('commission'),
    /** Brand that pays; null if the operator pays. */
    brandId: pg.uuid('brand_id').references(() => brands.id),
    /** Order id of the brand; for a bonus, its tier; for a reward, its commission. */
    orderId: text('order_id'),
    userId: pg.uuid('user_id').notNull(),
    linkId: pg.uuid('link_id'),
    linkName: text('link_name').default(''),
    clickId: pg.uuid('click_id'),
    clickAt: moment('click_at'),
    clickKind: pg.smallint('click_kind'),
    attributedBy: pg.text('attributed_by').$type<AttributedBy>().notNull(),
    /** Discount code of the order; null if there was none. The code may be deleted. */
    discountCodeId: pg.integer('discount_code_id'),

    /** Amount that the percentage applies to, in US cents. */
    baseCents: cents('base_cents'),
    baseKind: pg.text('base_kind').$type<CommissionBase>().notNull().default('net'),
    currency: text('currency').default('USD'),
    /** Amount that the shop reported, in the smallest unit of its currency. */
    originalMinor: pg.bigint('original_minor', { mode: 'number' }).notNull().default(0),
    /**
     * US dollars per unit of the currency, frozen with its date; null while the order waits for a
     * rate from the operator.
     */
    dollars: pg.numeric('dollars', { precision: 18, scale: 8 }),
    dollarsDay: pg.text('dollars_day'),
    /** Lines with their percentages, frozen when the order is first reported. */
    lines: pg.jsonb('lines').$type<OrderLine[]>().notNull().default([]),
    /** Creator's commission, and the total that the brand pays for the order. */
    commissionCents: cents('commission_cents'),
    feeCents: cents('fee_cents'),

    state: pg.text('state').$type<ConversionState>().notNull().default('new'),
    /** Ledger account that holds the commission, and the amount there. */
    account: pg.text('account').$type<'pending' | 'held' | 'approved' | 'available'>(),
    postedCents: cents('posted_cents'),
    postedFeeCents: cents('posted_fee_cents'),

    orderedAt: moment('ordered_at').notNull(),
    holdEndsAt: moment('hold_ends_at').notNull(),
    minHoldEndsAt: moment('min_hold_ends_at').notNull(),
    returnEndsAt: moment('return_ends_at').notNull(),
    /** Whether the return period is over and the sale was counted for the bonus. */
    returnPassed: pg.boolean('return_passed').notNull().default(false),
    /**
     * Whether the commission is available before the brand has paid, under the terms of its day.
     */
    guaranteed: pg.boolean('guaranteed').notNull().default(false),
    approvedAt: moment('approved_at'),
    availableAt: moment('available_at'),
    reversedAt: moment('reversed_at'),
    fundedAt: moment('funded_at'),
    /** Amount of the brand's payments that is reserved for this conversion. */
    fundedCents: cents('funded_cents'),

    holdRule: pg.text('hold_rule').$type<HoldRule>(),
    holdLookAt: moment('hold_look_at'),
    appeal: text('appeal').default(''),
    appealedAt: moment('appealed_at'),
    /** Signing time of the latest signed call. Calls that were signed earlier are outdated. */
    signedAt: moment('signed_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    /** Ids that differ only in case are the same order. */
    pg.uniqueIndex('conversions_order').on(t.brandId, sql`lower(${t.orderId})`),
    pg
      .uniqueIndex('conversions_bonus')
      .on(t.userId, t.orderId)
      .where(sql`${t.kind} = 'bonus'`),
    pg
      .uniqueIndex('conversions_reward')
      .on(t.orderId)
      .where(sql`${t.kind} = 'referral'`),
    pg.index('conversions_person').on(t.userId, t.createdAt.desc(), t.id.desc()),
    pg.index('conversions_click').on(t.clickId),
    pg.index('conversions_brand').on(t.brandId, t.orderedAt, t.id),
    pg
      .index('conversions_discount_code')
      .on(t.discountCodeId)
      .where(sql`${t.discountCodeId} is not null`),
    pg.index('conversions_approved').on(t.approvedAt),
    pg
      .index('conversions_hold')
      .on(t.holdEndsAt)
      .where(sql`${t.approvedAt} is null and ${t.reversedAt} is null`),
    pg
      .index('conversions_free')
      .on(t.minHoldEndsAt)
      .where(
        sql`${t.state} = 'approved' and ${t.dollars} is not null
          and (${t.guaranteed} or ${t.fundedAt} is not null)`,
      ),
    pg
      .index('conversions_unfunded')
      .on(t.brandId, t.orderedAt, t.id)
      .where(
        sql`${t.state} = 'approved' and not ${t.guaranteed} and ${t.fundedAt} is null
          and ${t.dollars} is not null`,
      ),
    pg
      .index('conversions_doubted')
      .on(t.holdLookAt)
      .where(sql`${t.state} = 'held'`),
    pg
      .index('conversions_open')
      .on(t.userId)
      .where(sql`${t.state} in ('pending', 'held', 'approved')`),
    pg
      .index('conversions_returns')
      .on(t.returnEndsAt)
      .where(sql`not ${t.returnPassed}`),
  ],
)

/** Changes of a conversion in order. Rows are never changed. */
export const conversionChanges = pg.pgTable(
  'conversion_changes',
  {
    id: serialKey(),
    conversionId: pg
      .integer('conversion_id')
      .notNull()
      .references(() => conversions.id),
    what: text('what'),
    why: text('why').default(''),
    /** Author of the change: name of a brand, `operator`, or empty for a scheduled job. */
    by: text('by').default(''),
    state: pg.text('state').$type<ConversionState>().notNull(),
    /** Change of the commission; negative if it decreased. */
    cents: cents('cents'),
    /** Hash of the request, so that a repeated request changes nothing. */
    fingerprint: pg.text('fingerprint'),
    at: now('at'),
  },
  (t) => [pg.index('conversion_changes_conversion').on(t.conversionId, t.id)],
)

/** Payments by brands. */
export const settlements = pg.pgTable(
  'settlements',
  {
    id: serialKey(),
    brandId: pg
      .uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    cents: cents('cents'),
    reference: text('reference'),
    at: now('at'),
  },
  (t) => [pg.uniqueIndex('settlements_reference').on(t.brandId, t.reference)],
)

/** Keys with which brands sign their calls. While a brand rotates its key, two are valid. */
export const postbackKeys = pg.pgTable(
  'postback_keys',
  {
    id: serialKey(),
    brandId: brandColumn(),
    /** Keyed hash that finds the brand of a received key. */
    keyHash: text('key_hash'),
    /** Encrypted key. */
    sealed: text('sealed'),
    /** Time when the key expires; null for the current one. */
    endsAt: moment('ends_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('postback_keys_hash').on(t.keyHash),
    pg.index('postback_keys_brand').on(t.brandId),
  ],
)

export type PostbackState = 'taken' | 'parked' | 'unknown' | 'refused' | 'assigned'

/** Received calls without their keys, kept for thirty days. */
export const postbackCalls = pg.pgTable(
  'postback_calls',
  {
    id: serialKey(),
    brandId: pg.uuid('brand_id'),
    method: text('method'),
    raw: text('raw'),
    state: pg.text('state').$type<PostbackState>().notNull(),
    /** Parsed content of a call that is still to be applied. */
    input: pg.jsonb('input'),
    status: pg.smallint('status').notNull(),
    answer: text('answer').default(''),
    /** Names of fields that were not used, separated by commas. */
    unknownFields: text('unknown_fields').default(''),
    tries: counter('tries'),
    at: now('at'),
  },
  (t) => [
    pg.index('postback_calls_newest').on(t.brandId, t.at.desc()),
    pg.index('postback_calls_age').on(t.at),
    pg
      .index('postback_calls_waiting')
      .on(t.at)
      .where(sql`${t.state} = 'parked'`),
  ],
)

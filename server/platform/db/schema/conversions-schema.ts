import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { brands, type CommissionBase } from './brands-schema.ts'
import { counter, moment, now } from '../columns.ts'

/** `new` is a row that is about to be placed, and is never committed. See server/money/conversions/states.ts. */
export type ConversionState = 'new' | 'pending' | 'held' | 'approved' | 'available' | 'reversed'
export type AttributedBy = 'click' | 'code' | 'operator'
export type HoldRule =
  | 'own-customer'
  | 'own-device'
  | 'shared-payout'
  | 'many-orders'
  | 'too-quick'
  | 'no-person'

/** A part of an order that has a percentage of its own, both parts of it as they were frozen. */
export type OrderLine = {
  category: string
  /** In the smallest unit of the order's currency. */
  minor: number
  rateBasisPoints: number
  shareBasisPoints: number
}

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * What somebody has earned: by an order of a brand, or a bonus of the operator. Money is kept without
 * the person and the link, so neither is a reference. All that changes here is told by
 * `conversion_changes`, and every cent of it by the ledger.
 */
export const conversions = pgTable(
  'conversions',
  {
    id: serial('id').primaryKey(),
    kind: text('kind').$type<'commission' | 'bonus' | 'referral'>().notNull().default('commission'),
    /** Null: nobody but the operator pays for it. */
    brandId: uuid('brand_id').references(() => brands.id),
    /** The brand's own number of the order; of a bonus, its tier; of a reward, its commission. */
    orderId: text('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    linkId: uuid('link_id'),
    linkName: text('link_name').notNull().default(''),
    clickId: uuid('click_id'),
    clickAt: moment('click_at'),
    clickKind: smallint('click_kind'),
    attributedBy: text('attributed_by').$type<AttributedBy>().notNull(),

    /** What the percentage is of, in US cents. */
    baseCents: cents('base_cents'),
    baseKind: text('base_kind').$type<CommissionBase>().notNull().default('net'),
    currency: text('currency').notNull().default('USD'),
    /** The amount as the shop said it, in the smallest unit of its currency. */
    originalMinor: bigint('original_minor', { mode: 'number' }).notNull().default(0),
    /** US dollars a unit, frozen with its day; null: the order waits for the operator's rate. */
    dollars: numeric('dollars', { precision: 18, scale: 8 }),
    dollarsDay: text('dollars_day'),
    /** Percentages of its parts, frozen when it was first heard of. */
    lines: jsonb('lines').$type<OrderLine[]>().notNull().default([]),
    /** The creator's part, and what the brand pays for it in all. */
    commissionCents: cents('commission_cents'),
    feeCents: cents('fee_cents'),

    state: text('state').$type<ConversionState>().notNull().default('new'),
    /** Where the ledger has it, and how much. */
    account: text('account').$type<'pending' | 'held' | 'approved' | 'available'>(),
    postedCents: cents('posted_cents'),
    postedFeeCents: cents('posted_fee_cents'),

    orderedAt: moment('ordered_at').notNull(),
    holdEndsAt: moment('hold_ends_at').notNull(),
    minHoldEndsAt: moment('min_hold_ends_at').notNull(),
    returnEndsAt: moment('return_ends_at').notNull(),
    /** Its sale was counted towards the bonus, when goods could no longer be sent back. */
    returnPassed: boolean('return_passed').notNull().default(false),
    /** Available before the brand has paid, by the terms of its day. */
    guaranteed: boolean('guaranteed').notNull().default(false),
    approvedAt: moment('approved_at'),
    availableAt: moment('available_at'),
    reversedAt: moment('reversed_at'),
    fundedAt: moment('funded_at'),
    /** What of the brand's payments is set aside for it. */
    fundedCents: cents('funded_cents'),

    holdRule: text('hold_rule').$type<HoldRule>(),
    holdLookAt: moment('hold_look_at'),
    appeal: text('appeal').notNull().default(''),
    appealedAt: moment('appealed_at'),
    /** When the latest signed call about it was signed; an older one comes too late. */
    signedAt: moment('signed_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    /** Ids that differ only by case are the same order. */
    uniqueIndex('conversions_order').on(t.brandId, sql`lower(${t.orderId})`),
    uniqueIndex('conversions_bonus')
      .on(t.userId, t.orderId)
      .where(sql`${t.kind} = 'bonus'`),
    uniqueIndex('conversions_reward')
      .on(t.orderId)
      .where(sql`${t.kind} = 'referral'`),
    index('conversions_person').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('conversions_click').on(t.clickId),
    index('conversions_brand').on(t.brandId, t.orderedAt, t.id),
    index('conversions_approved').on(t.approvedAt),
    index('conversions_hold')
      .on(t.holdEndsAt)
      .where(sql`${t.approvedAt} is null and ${t.reversedAt} is null`),
    index('conversions_free')
      .on(t.minHoldEndsAt)
      .where(
        sql`${t.state} = 'approved' and ${t.dollars} is not null
          and (${t.guaranteed} or ${t.fundedAt} is not null)`,
      ),
    index('conversions_unfunded')
      .on(t.brandId, t.orderedAt, t.id)
      .where(
        sql`${t.state} = 'approved' and not ${t.guaranteed} and ${t.fundedAt} is null
          and ${t.dollars} is not null`,
      ),
    index('conversions_doubted')
      .on(t.holdLookAt)
      .where(sql`${t.state} = 'held'`),
    index('conversions_open')
      .on(t.userId)
      .where(sql`${t.state} in ('pending', 'held', 'approved')`),
    index('conversions_returns')
      .on(t.returnEndsAt)
      .where(sql`not ${t.returnPassed}`),
  ],
)

/** What happened to a conversion, in order; never changed. */
export const conversionChanges = pgTable(
  'conversion_changes',
  {
    id: serial('id').primaryKey(),
    conversionId: integer('conversion_id')
      .notNull()
      .references(() => conversions.id),
    what: text('what').notNull(),
    why: text('why').notNull().default(''),
    /** A brand's name, `operator`, or empty for the calendar. */
    by: text('by').notNull().default(''),
    state: text('state').$type<ConversionState>().notNull(),
    /** What it added to the commission, or took of it. */
    cents: cents('cents'),
    /** Hash of the call that asked for it, so that the same call changes nothing twice. */
    fingerprint: text('fingerprint'),
    at: now('at'),
  },
  (t) => [index('conversion_changes_conversion').on(t.conversionId, t.id)],
)

/** What brands have paid. */
export const settlements = pgTable(
  'settlements',
  {
    id: serial('id').primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    cents: cents('cents'),
    reference: text('reference').notNull(),
    at: now('at'),
  },
  (t) => [uniqueIndex('settlements_reference').on(t.brandId, t.reference)],
)

/** With what brands sign their calls. Two of a brand are good while it changes them. */
export const postbackKeys = pgTable(
  'postback_keys',
  {
    id: serial('id').primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** Keyed hash, by which a key that was sent finds its brand. */
    keyHash: text('key_hash').notNull(),
    /** The key itself, encrypted. */
    sealed: text('sealed').notNull(),
    /** Null: it is the brand's present one. */
    endsAt: moment('ends_at'),
    createdAt: now('created_at'),
  },
  (t) => [
    uniqueIndex('postback_keys_hash').on(t.keyHash),
    index('postback_keys_brand').on(t.brandId),
  ],
)

export type PostbackState = 'taken' | 'parked' | 'unknown' | 'refused' | 'assigned'

/** Calls as they came, without their keys, for thirty days. */
export const postbackCalls = pgTable(
  'postback_calls',
  {
    id: serial('id').primaryKey(),
    brandId: uuid('brand_id'),
    method: text('method').notNull(),
    raw: text('raw').notNull(),
    state: text('state').$type<PostbackState>().notNull(),
    /** What was read of it, where it is still to be applied. */
    input: jsonb('input'),
    status: smallint('status').notNull(),
    answer: text('answer').notNull().default(''),
    tries: counter('tries'),
    at: now('at'),
  },
  (t) => [
    index('postback_calls_newest').on(t.brandId, t.at.desc()),
    index('postback_calls_age').on(t.at),
    index('postback_calls_waiting')
      .on(t.at)
      .where(sql`${t.state} = 'parked'`),
  ],
)

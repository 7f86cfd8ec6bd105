import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { brandColumn, type CommissionBase } from './brands-schema.ts'
import { deskPersonColumn } from './people/desk-people-schema.ts'
import { moment, now, serialKey, serialParent, text, uuidKey, uuidParent } from '../columns.ts'

/**
 * Single-use links that sign a person in to the desk of a brand. Used and expired ones are kept for a
 * while, so that they can explain why they no longer work.
 */
export const deskLinks = pg.pgTable(
  'desk_links',
  {
    /** SHA-256 of the key, hex. The key itself is never stored. */
    keyHash: pg.text('key_hash').primaryKey(),
    brandId: brandColumn(),
    personId: deskPersonColumn(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.index('desk_links_person').on(t.personId)],
)

/** Sessions of people in the desk of a brand. */
export const deskSessions = pg.pgTable(
  'desk_sessions',
  {
    id: uuidKey(),
    brandId: brandColumn(),
    personId: deskPersonColumn(),
    /** SHA-256 of the cookie's value, hex. */
    tokenHash: text('token_hash'),
    createdAt: now('created_at'),
    /** Time of the latest use, updated at most once an hour. The expiry moves with it. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Time of the last code or passkey, which confirms changes for a few minutes; null before it. */
    provenAt: moment('proven_at'),
  },
  (t) => [
    pg.uniqueIndex('desk_sessions_token').on(t.tokenHash),
    pg.index('desk_sessions_brand').on(t.brandId),
    pg.index('desk_sessions_person').on(t.personId),
  ],
)

/** Shop systems that report orders with their own webhooks. */
export type Platform = 'shopify' | 'woocommerce' | 'stripe'

/** Results of a delivery. `waiting`: more is needed before it can become an order. */
export type DeliveryOutcome =
  | 'order'
  | 'change'
  | 'refund'
  | 'cancelled'
  | 'test'
  | 'waiting'
  | 'ignored'
  | 'refused'

/** Shops of brands whose system sends orders to us. A brand has one per system. */
export const shopConnectors = pg.pgTable(
  'shop_connectors',
  {
    id: serialKey(),
    brandId: brandColumn(),
    platform: pg.text('platform').$type<Platform>().notNull(),
    /** Last part of the address to which the shop sends. */
    key: text('key'),
    /** Encrypted secret that signs deliveries; null until the brand has entered it. */
    sealedSecret: pg.text('sealed_secret'),
    /** Encrypted previous secret, which is valid until `oldSecretEndsAt`. */
    sealedOldSecret: pg.text('sealed_old_secret'),
    oldSecretEndsAt: moment('old_secret_ends_at'),
    /** Click id of test orders. No click has it, so such an order is never money. */
    testClickId: pg.uuid('test_click_id').notNull().defaultRandom(),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('shop_connectors_brand').on(t.brandId, t.platform),
    pg.uniqueIndex('shop_connectors_key').on(t.key),
  ],
)

/**
 * Orders as their deliveries describe them together. Deliveries arrive in any order and several
 * times, so each is merged here before the order is reported.
 */
export const shopOrders = pg.pgTable(
  'shop_orders',
  {
    connectorId: serialParent('connector_id', () => shopConnectors.id),
    /** Order id of the shop system. */
    orderId: text('order_id'),
    /** Base of the brand at the first delivery. Later deliveries are read with the same one. */
    base: pg.text('base').$type<CommissionBase>().notNull(),
    /** Merged deliveries. See `server/partners/connectors/order-state.ts`. */
    state: pg.jsonb('state').notNull(),
    /** Time of the latest delivery, later than that of the one before. */
    version: moment('version').notNull(),
    /** Order as it was reported last; null before the first report. */
    reported: pg.jsonb('reported'),
    reportedVersion: moment('reported_version'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.connectorId, t.orderId] }),
    pg.index('shop_orders_age').on(t.version),
  ],
)

/** Log of a connector: its last 100 deliveries. */
export const shopDeliveries = pg.pgTable(
  'shop_deliveries',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    connectorId: serialParent('connector_id', () => shopConnectors.id),
    at: now('at'),
    /** Event as the shop system names it. */
    kind: text('kind'),
    /** Id under which the shop repeats a delivery; null if the sender is unknown. */
    senderId: pg.text('sender_id'),
    /** Order number as the shop shows it. */
    orderNumber: text('order_number').default(''),
    outcome: pg.text('outcome').$type<DeliveryOutcome>().notNull(),
    /** Explanation for the brand. */
    why: text('why').default(''),
    /** Number of times it arrived. */
    times: pg.integer('times').notNull().default(1),
  },
  (t) => [
    pg.index('shop_deliveries_log').on(t.connectorId, t.id.desc()),
    pg
      .uniqueIndex('shop_deliveries_sender')
      .on(t.connectorId, t.senderId)
      .where(sql`${t.senderId} is not null`),
  ],
)

/**
 * Discount codes that brands give to creators. An order with the code belongs to the creator. A
 * code that was ended can be given to another creator.
 */
export const discountCodes = pg.pgTable(
  'discount_codes',
  {
    id: serialKey(),
    brandId: brandColumn(),
    userId: uuidParent('user_id', () => users.id),
    /** Spelling of the brand. Case does not matter in orders. */
    code: text('code'),
    createdAt: now('created_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    pg
      .uniqueIndex('discount_codes_code')
      .on(t.brandId, sql`lower(${t.code})`)
      .where(sql`${t.endedAt} is null`),
    pg.index('discount_codes_brand').on(t.brandId, t.id),
    pg.index('discount_codes_user').on(t.userId),
  ],
)

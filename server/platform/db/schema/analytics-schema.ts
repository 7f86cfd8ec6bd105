import {
  bigserial,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { counter, moment, now } from '../columns.ts'

const clicks = (name: string) => integer(name).notNull().default(0)

/** What a row adds up: clicks by their kind (server/redirect/clicks/kinds.ts), orders, and cents of them. */
const sums = () => ({
  human: clicks('human'),
  unique: clicks('unique'),
  bot: clicks('bot'),
  preview: clicks('preview'),
  duplicate: clicks('duplicate'),
  own: clicks('own'),
  orders: integer('orders').notNull().default(0),
  revenueCents: counter('revenue_cents'),
  commissionCents: counter('commission_cents'),
})

/** What a person's day is added up by; `all` has one row a day, with an empty value. */
export const DIMENSIONS = ['all', 'link', 'referrer', 'device', 'country'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * A person's days, in their own time zone (`users.time_zone`), by one thing at a time: as many rows
 * whatever the number of clicks. No column that a click changes stands in an index, and nothing refers
 * to other tables, which would be looked up once a row.
 */
export const userDays = pgTable(
  'user_days',
  {
    userId: uuid('user_id').notNull(),
    dimension: text('dimension').$type<Dimension>().notNull(),
    day: date('day').notNull(),
    /** A link's id, a host, a device or a country; empty where it is not known. */
    value: text('value').notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.dimension, t.day, t.value] })],
)

/** The same by link and everything at once: for one link, or those with a tag. */
export const linkDays = pgTable(
  'link_days',
  {
    linkId: uuid('link_id').notNull(),
    day: date('day').notNull(),
    referrer: text('referrer').notNull(),
    device: text('device').notNull(),
    country: text('country').notNull(),
    userId: uuid('user_id').notNull(),
    ...sums(),
  },
  (t) => [
    primaryKey({ columns: [t.linkId, t.day, t.referrer, t.device, t.country] }),
    index('link_days_user').on(t.userId, t.day),
  ],
)

/**
 * Counted visits that creators sent a brand, by UTC day. The brand is that of the click, which a link
 * that leads elsewhere since then does not change.
 */
export const brandDays = pgTable(
  'brand_days',
  {
    brandId: uuid('brand_id').notNull(),
    userId: uuid('user_id').notNull(),
    day: date('day').notNull(),
    human: clicks('human'),
    unique: clicks('unique'),
  },
  (t) => [primaryKey({ columns: [t.brandId, t.day, t.userId] })],
)

/** What orders have added to the days, each as it came, so that days can be added up anew. */
export const orderDifferences = pgTable(
  'order_differences',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id').notNull(),
    /** Null for an order that came without one. */
    linkId: uuid('link_id'),
    at: moment('at').notNull(),
    orders: integer('orders').notNull(),
    revenueCents: counter('revenue_cents'),
    commissionCents: counter('commission_cents'),
    referrer: text('referrer').notNull(),
    device: text('device').notNull(),
    country: text('country').notNull(),
  },
  (t) => [index('order_differences_user').on(t.userId)],
)

/** What people do with the browser extension. */
export const extensionActions = pgTable(
  'extension_actions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text('action').notNull(),
    browser: text('browser').notNull(),
    meta: text('meta').notNull(),
    at: now('at'),
  },
  (t) => [index('extension_actions_age').on(t.at)],
)

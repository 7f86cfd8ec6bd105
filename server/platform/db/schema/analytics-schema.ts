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
import { userColumn } from './accounts-schema.ts'
import { counter, moment, now } from '../columns.ts'

const clicks = (name: string) => integer(name).notNull().default(0)

/** Sums of a row: clicks by kind (server/redirect/clicks/kinds.ts), orders and their cents. */
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

/** Dimensions of a user's daily sums. `all` has one row per day with an empty value. */
export const DIMENSIONS = ['all', 'link', 'referrer', 'device', 'country'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * Daily sums of a user by one dimension, in the user's time zone (`users.time_zone`). The number of
 * rows does not grow with the number of clicks. For cheap writes, no column that a click changes is
 * indexed and there are no foreign keys.
 */
export const userDays = pgTable(
  'user_days',
  {
    userId: uuid('user_id').notNull(),
    dimension: text('dimension').$type<Dimension>().notNull(),
    day: date('day').notNull(),
    /** Link id, host, device or country; empty if unknown. */
    value: text('value').notNull(),
    ...sums(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.dimension, t.day, t.value] })],
)

/**
 * Daily sums by link and all dimensions together, for statistics of one link or of links with a
 * tag.
 */
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
 * Counted visits that creators sent to a brand, by UTC day. The brand is stored with the click, so
 * that a later change of the link's URL does not move visits to another brand.
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

/** Changes that orders made to the daily sums, kept so that the sums can be rebuilt. */
export const orderDifferences = pgTable(
  'order_differences',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id').notNull(),
    /** Null for an order without a link. */
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

/** Actions of users in the browser extension. */
export const extensionActions = pgTable(
  'extension_actions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: userColumn(),
    action: text('action').notNull(),
    browser: text('browser').notNull(),
    meta: text('meta').notNull(),
    at: now('at'),
  },
  (t) => [index('extension_actions_age').on(t.at)],
)

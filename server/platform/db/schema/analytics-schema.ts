import * as pg from 'drizzle-orm/pg-core'
import type { Facet } from '#contract/analytics.ts'
import { userColumn } from './accounts-schema.ts'
import { counter, moment, now, text } from '../columns.ts'

const clicks = (name: string) => pg.integer(name).notNull().default(0)

/** Sums of a row: clicks by kind (server/redirect/clicks/kinds.ts), orders and their cents. */
const sums = () => ({
  human: clicks('human'),
  unique: clicks('unique'),
  bot: clicks('bot'),
  preview: clicks('preview'),
  duplicate: clicks('duplicate'),
  own: clicks('own'),
  orders: pg.integer('orders').notNull().default(0),
  revenueCents: counter('revenue_cents'),
  commissionCents: counter('commission_cents'),
})

/** Dimensions of a user's daily sums. `all` has one row per day with an empty value. */
export const DIMENSIONS = ['all', 'link', 'referrer', 'device', 'country', 'source', 'app'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * Daily sums of a user by one dimension, in the user's time zone (`users.time_zone`). The number of
 * rows does not grow with the number of clicks. For cheap writes, no column that a click changes is
 * indexed and there are no foreign keys.
 */
export const userDays = pg.pgTable(
  'user_days',
  {
    userId: pg.uuid('user_id').notNull(),
    dimension: pg.text('dimension').$type<Dimension>().notNull(),
    day: pg.date('day').notNull(),
    /** Link id, host, device, country, source or app; empty if unknown. */
    value: text('value'),
    ...sums(),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.dimension, t.day, t.value] })],
)

/**
 * Daily sums by link and all dimensions together, for statistics of one link or of links with a
 * tag.
 */
export const linkDays = pg.pgTable(
  'link_days',
  {
    linkId: pg.uuid('link_id').notNull(),
    day: pg.date('day').notNull(),
    referrer: text('referrer'),
    device: text('device'),
    country: text('country'),
    userId: pg.uuid('user_id').notNull(),
    ...sums(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.linkId, t.day, t.referrer, t.device, t.country] }),
    pg.index('link_days_user').on(t.userId, t.day),
  ],
)

/** Daily sums of a link by source, rule and app. Clicks without a value are not included. */
export const linkFacetDays = pg.pgTable(
  'link_facet_days',
  {
    linkId: pg.uuid('link_id').notNull(),
    day: pg.date('day').notNull(),
    facet: pg.text('facet').$type<Facet>().notNull(),
    value: text('value'),
    userId: pg.uuid('user_id').notNull(),
    ...sums(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.linkId, t.day, t.facet, t.value] }),
    pg.index('link_facet_days_user').on(t.userId, t.day),
  ],
)

/**
 * Counted visits that creators sent to a brand, by UTC day. The brand is stored with the click, so
 * that a later change of the link's URL does not move visits to another brand.
 */
export const brandDays = pg.pgTable(
  'brand_days',
  {
    brandId: pg.uuid('brand_id').notNull(),
    userId: pg.uuid('user_id').notNull(),
    day: pg.date('day').notNull(),
    human: clicks('human'),
    unique: clicks('unique'),
  },
  (t) => [pg.primaryKey({ columns: [t.brandId, t.day, t.userId] })],
)

/** Changes that orders made to the daily sums, kept so that the sums can be rebuilt. */
export const orderDifferences = pg.pgTable(
  'order_differences',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    userId: pg.uuid('user_id').notNull(),
    /** Null for an order without a link. */
    linkId: pg.uuid('link_id'),
    at: moment('at').notNull(),
    orders: pg.integer('orders').notNull(),
    revenueCents: counter('revenue_cents'),
    commissionCents: counter('commission_cents'),
    referrer: text('referrer'),
    device: text('device'),
    country: text('country'),
    /** Source, rule and app of the click as `source|rule|app`; empty if there are none. */
    facets: text('facets').default(''),
  },
  (t) => [pg.index('order_differences_user').on(t.userId)],
)

/** Actions of users in the browser extension. */
export const extensionActions = pg.pgTable(
  'extension_actions',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    userId: userColumn(),
    action: text('action'),
    browser: text('browser'),
    meta: text('meta'),
    at: now('at'),
  },
  (t) => [pg.index('extension_actions_age').on(t.at)],
)

import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Every answered redirect, once (spec section 1, R-139, R-187). `id` is the click id, a UUIDv7. */
export const clickEvents = pgTable('click_events', {
  id: uuid('id').primaryKey(),
  linkId: uuid('link_id').notNull(),
  brandId: uuid('brand_id'),
  at: moment('at').notNull(),
  /** See server/clicks/kinds.ts. */
  kind: smallint('kind').notNull(),
  /** First 8 bytes of a salted hash that changes daily, hex; no address is stored (D-28). */
  visitor: text('visitor').notNull(),
  referrer: text('referrer').notNull().default(''),
  device: text('device').notNull().default(''),
  country: text('country').notNull().default(''),
})

/** Clicks per link and hour, folded in the transaction that stores the events. */
export const clickHours = pgTable(
  'click_hours',
  {
    linkId: uuid('link_id').notNull(),
    hour: moment('hour').notNull(),
    kind: smallint('kind').notNull(),
    referrer: text('referrer').notNull(),
    device: text('device').notNull(),
    country: text('country').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.hour, t.kind, t.referrer, t.device, t.country] })],
)

/**
 * When a visitor's click on a link last counted, kept for the day and the one after: what makes
 * unique clicks and duplicates the same for every process and across restarts.
 */
export const clickVisitors = pgTable(
  'click_visitors',
  {
    day: date('day').notNull(),
    linkId: uuid('link_id').notNull(),
    visitor: text('visitor').notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.linkId, t.visitor] })],
)

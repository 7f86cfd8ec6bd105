import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { counter, moment } from '../columns.ts'
import { links } from './links-schema.ts'
import { users } from './accounts-schema.ts'

/**
 * Clicks as they came, written down often and cheaply so that a crash loses few. A batch is deleted
 * in the transaction that counts it (server/redirect/clicks/click-batches.ts).
 */
export const clickBatches = pgTable('click_batches', {
  id: uuid('id').primaryKey(),
  /** A line a click. */
  body: text('body').notNull(),
})

/** Every answered redirect, once (spec section 1, R-139, R-187). `id` is the click id, a UUIDv7. */
export const clickEvents = pgTable('click_events', {
  id: uuid('id').primaryKey(),
  linkId: uuid('link_id').notNull(),
  brandId: uuid('brand_id'),
  at: moment('at').notNull(),
  /** See server/redirect/clicks/kinds.ts. */
  kind: smallint('kind').notNull(),
  /** First 8 bytes of a hash with the day's salt, hex; no address is stored, and no salt for long (D-28). Empty for own clicks. */
  visitor: text('visitor').notNull(),
  referrer: text('referrer').notNull().default(''),
  device: text('device').notNull().default(''),
  country: text('country').notNull().default(''),
})

/**
 * What a link's events add up to; a link without a row has none. Apart from the link itself, because
 * a click must not rewrite that and its indexes: no column that a click changes stands in an index.
 */
export const linkClicks = pgTable(
  'link_clicks',
  {
    linkId: uuid('link_id')
      .primaryKey()
      .references(() => links.id, { onDelete: 'cascade' }),
    /** The link's owner, for finding what was clicked of theirs. */
    userId: uuid('user_id').notNull(),
    human: counter('human'),
    unique: counter('unique'),
    bot: counter('bot'),
    preview: counter('preview'),
    duplicate: counter('duplicate'),
    own: counter('own'),
    /** Number of the owner's change that the latest clicks were; see db/changes.ts. */
    changeSeq: counter('change_seq'),
  },
  (t) => [index('link_clicks_user').on(t.userId)],
)

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
export const clickVisitors = pgTable('click_visitors', {
  /** Link and visitor as one number, see `visitKey`; a visitor's name says the day as well. */
  visit: bigint('visit', { mode: 'bigint' }).primaryKey(),
  day: date('day').notNull(),
  countedAt: moment('counted_at').notNull(),
})

/**
 * What visitors' addresses are hashed with, a day each: made by chance and deleted for good, so that
 * nothing that is kept leads from an address to a visitor's name (server/redirect/clicks/day-salts.ts).
 */
export const visitorSalts = pgTable('visitor_salts', {
  day: date('day').primaryKey(),
  salt: text('salt').notNull(),
})

/** Visitors who are people of ours on a device of theirs, kept as long as the day's salt. */
export const ownVisitors = pgTable(
  'own_visitors',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    day: date('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.visitor] })],
)

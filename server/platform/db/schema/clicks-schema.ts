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
import { linkKey } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'

/**
 * Clicks before they are counted, written often and cheaply so that a crash loses few. A batch is
 * deleted in the transaction that counts it (server/redirect/clicks/click-batches.ts).
 */
export const clickBatches = pgTable('click_batches', {
  id: uuid('id').primaryKey(),
  /** One line per click. */
  body: text('body').notNull(),
})

/** Every answered redirect, once (spec, section 1). `id` is the click id, a UUIDv7. */
export const clickEvents = pgTable('click_events', {
  id: uuid('id').primaryKey(),
  linkId: uuid('link_id').notNull(),
  brandId: uuid('brand_id'),
  at: moment('at').notNull(),
  /** Kind from server/redirect/clicks/kinds.ts. */
  kind: smallint('kind').notNull(),
  /**
   * First 8 bytes of the hash of the visitor's address with the salt of the day, hex. The address
   * is not stored, and the salt is deleted. Empty for the owner's clicks.
   */
  visitor: text('visitor').notNull(),
  referrer: text('referrer').notNull().default(''),
  device: text('device').notNull().default(''),
  country: text('country').notNull().default(''),
})

/**
 * Click sums of a link; a link without a row has none. They are stored apart from the link, because
 * a click must not rewrite the link's row and indexes. No column that a click changes is indexed.
 */
export const linkClicks = pgTable(
  'link_clicks',
  {
    linkId: linkKey(),
    /** Owner of the link, to find their clicked links. */
    userId: uuid('user_id').notNull(),
    human: counter('human'),
    unique: counter('unique'),
    bot: counter('bot'),
    preview: counter('preview'),
    duplicate: counter('duplicate'),
    own: counter('own'),
    /** Number of the change that recorded the latest clicks; see db/changes.ts. */
    changeSeq: counter('change_seq'),
  },
  (t) => [index('link_clicks_user').on(t.userId)],
)

/** Clicks per link and hour, added in the transaction that stores the events. */
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
 * Time when a visitor's click on a link last counted, kept for that day and the next. With it, all
 * processes count unique clicks and duplicates in the same way, also after a restart.
 */
export const clickVisitors = pgTable('click_visitors', {
  /** Link and visitor as one number, see `visitKey`. The visitor's hash differs each day. */
  visit: bigint('visit', { mode: 'bigint' }).primaryKey(),
  day: date('day').notNull(),
  countedAt: moment('counted_at').notNull(),
})

/**
 * Random salts of the visitor hashes, one per day. They are deleted permanently, so that no stored
 * data connects an address with a visitor (server/redirect/clicks/day-salts.ts).
 */
export const visitorSalts = pgTable('visitor_salts', {
  day: date('day').primaryKey(),
  salt: text('salt').notNull(),
})

/** Visitor hashes of our own users on their devices, kept as long as the salt of the day. */
export const ownVisitors = pgTable(
  'own_visitors',
  {
    userId: userColumn(),
    visitor: text('visitor').notNull(),
    day: date('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.visitor] })],
)

import * as pg from 'drizzle-orm/pg-core'
import type { Facet } from '#contract/analytics.ts'
import { counter, moment, now, text } from '../columns.ts'
import { linkKey } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'

/**
 * Clicks before they are counted, written often and cheaply so that a crash loses few. A batch is
 * deleted in the transaction that counts it (server/redirect/clicks/click-batches.ts).
 */
export const clickBatches = pg.pgTable('click_batches', {
  id: pg.uuid('id').primaryKey(),
  /** One line per click. */
  body: text('body'),
})

/**
 * Answered redirects of the last days, one row each (spec, section 1). `id` is the click id, a
 * UUIDv7. Older clicks are in `closedClicks`; each click is in exactly one of both tables.
 */
export const clickEvents = pg.pgTable('click_events', {
  id: pg.uuid('id').primaryKey(),
  linkId: pg.uuid('link_id').notNull(),
  brandId: pg.uuid('brand_id'),
  at: moment('at').notNull(),
  /** Kind from server/redirect/clicks/kinds.ts. */
  kind: pg.smallint('kind').notNull(),
  /**
   * First 8 bytes of the hash of the visitor's address with the salt of the day, hex. The address
   * is not stored, and the salt is deleted. Empty for the owner's clicks.
   */
  visitor: text('visitor'),
  referrer: text('referrer').default(''),
  device: text('device').default(''),
  country: text('country').default(''),
  /** Source, rule and app as `source|rule|app`; empty if the click has none of them. */
  facets: text('facets').default(''),
})

/**
 * Clicks of closed days, thousands per row, one array per column, without visitors. A row never
 * contains clicks of two days (UTC). Only server/redirect/click-log reads and writes the arrays.
 */
export const closedClicks = pg.pgTable('closed_clicks', {
  /** Lowest click id of the row. */
  firstId: pg.uuid('first_id').primaryKey(),
  /** Highest click id of the row. */
  lastId: pg.uuid('last_id').notNull(),
  clicks: pg.integer('clicks').notNull(),
  /** Different pairs of link and brand. */
  links: pg.uuid('links').array().notNull(),
  brands: pg.uuid('brands').array().notNull(),
  /** Different combinations of the other columns of a click. */
  kinds: pg.smallint('kinds').array().notNull(),
  referrers: pg.text('referrers').array().notNull(),
  devices: pg.text('devices').array().notNull(),
  countries: pg.text('countries').array().notNull(),
  facets: pg.text('facets').array().notNull(),
  /** Per click: position in `links`, position in `kinds`, milliseconds after `firstId`. */
  linkNumbers: pg.smallint('link_numbers').array().notNull(),
  shapeNumbers: pg.smallint('shape_numbers').array().notNull(),
  msAfter: pg.integer('ms_after').array().notNull(),
  /** Per click: milliseconds from the time of the id to the time of the click. Null if all are 0. */
  shifts: pg.bigint('shifts', { mode: 'bigint' }).array(),
  /**
   * Per click: the id after its time, 16 and 64 bits. Null if no shop or network knows the id; the
   * columns are null if that is true for all clicks.
   */
  idStarts: pg.smallint('id_starts').array(),
  idEnds: pg.bigint('id_ends', { mode: 'bigint' }).array(),
})

/**
 * Click sums of a link; a link without a row has none. They are stored apart from the link, because
 * a click must not rewrite the link's row and indexes. No column that a click changes is indexed.
 */
export const linkClicks = pg.pgTable(
  'link_clicks',
  {
    linkId: linkKey(),
    /** Owner of the link, to find their clicked links. */
    userId: pg.uuid('user_id').notNull(),
    human: counter('human'),
    unique: counter('unique'),
    bot: counter('bot'),
    preview: counter('preview'),
    duplicate: counter('duplicate'),
    own: counter('own'),
    /** Number of the change that recorded the latest clicks; see db/changes.ts. */
    changeSeq: counter('change_seq'),
  },
  (t) => [pg.index('link_clicks_user').on(t.userId)],
)

/** Clicks per link and hour, added in the transaction that stores the events. */
export const clickHours = pg.pgTable(
  'click_hours',
  {
    linkId: pg.uuid('link_id').notNull(),
    hour: moment('hour').notNull(),
    kind: pg.smallint('kind').notNull(),
    referrer: text('referrer'),
    device: text('device'),
    country: text('country'),
    clicks: pg.integer('clicks').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.linkId, t.hour, t.kind, t.referrer, t.device, t.country] })],
)

/** Clicks per link and hour by source, rule and app. Clicks without a value have no row. */
export const clickFacetHours = pg.pgTable(
  'click_facet_hours',
  {
    linkId: pg.uuid('link_id').notNull(),
    hour: moment('hour').notNull(),
    facet: pg.text('facet').$type<Facet>().notNull(),
    value: text('value'),
    kind: pg.smallint('kind').notNull(),
    clicks: pg.integer('clicks').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.linkId, t.hour, t.facet, t.value, t.kind] })],
)

/**
 * Time when a visitor's click on a link last counted, kept for that day and the next. With it, all
 * processes count unique clicks and duplicates in the same way, also after a restart.
 */
export const clickVisitors = pg.pgTable('click_visitors', {
  /** Link and visitor as one number, see `visitKey`. The visitor's hash differs each day. */
  visit: pg.bigint('visit', { mode: 'bigint' }).primaryKey(),
  day: pg.date('day').notNull(),
  countedAt: moment('counted_at').notNull(),
})

/**
 * Random salts of the visitor hashes, one per day. They are deleted permanently, so that no stored
 * data connects an address with a visitor (server/redirect/clicks/day-salts.ts).
 */
export const visitorSalts = pg.pgTable('visitor_salts', {
  day: pg.date('day').primaryKey(),
  salt: text('salt'),
})

/**
 * Position in the journal of each process: how many of its clicks are stored. The process that
 * replaces a killed one stores those after it (server/redirect/clicks/journal).
 */
export const clickJournals = pg.pgTable('click_journals', {
  id: pg.uuid('id').primaryKey(),
  position: pg.bigint('position', { mode: 'number' }).notNull(),
  storedAt: now('stored_at'),
})

/** Visitor hashes of our own users on their devices, kept as long as the salt of the day. */
export const ownVisitors = pg.pgTable(
  'own_visitors',
  {
    userId: userColumn(),
    visitor: text('visitor'),
    day: pg.date('day').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.visitor] })],
)

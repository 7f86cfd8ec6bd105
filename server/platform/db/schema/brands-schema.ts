import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** `guaranteed`: a commission is available before the brand has paid for it. */
export type BrandPays = 'when_funded' | 'guaranteed'
/** Which amount of an order a percentage is of; shown on the brand's page. */
export type CommissionBase = 'net' | 'gross' | 'subtotal'
/** Which one counts where a postback names a click and a creator's code. */
export type Attribution = 'click_first' | 'code_first'

/**
 * Brands as the operator describes them. Their terms stand as they are today; the percentage has a
 * history (`brand_rates`), and whatever was earned keeps what it was earned by.
 */
export const brands = pgTable(
  'brands',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The operator's own name of it, by which a file finds it again. */
    key: text('key')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    name: text('name').notNull(),
    /** File name in the media store. */
    logoKey: text('logo_key'),
    coverKey: text('cover_key'),
    text: text('text').notNull().default(''),
    website: text('website').notNull().default(''),
    categories: text('categories')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Query parameter in which the brand expects our click id (D-45). */
    clickParam: text('click_param').notNull().default('click_id'),
    /** What the creator gets of a sale, in hundredths of a percent, today: rate x share. */
    commissionBasisPoints: integer('commission_basis_points').notNull().default(0),
    holdDays: integer('hold_days').notNull().default(30),
    /** The least time between an order and its commission being available, also after an approval. */
    minHoldHours: integer('min_hold_hours').notNull().default(72),
    /** Days after a click in which an order counts. */
    windowDays: integer('window_days').notNull().default(30),
    /** Days in which a customer may send goods back. */
    returnDays: integer('return_days').notNull().default(14),
    base: text('base').$type<CommissionBase>().notNull().default('net'),
    pays: text('pays').$type<BrandPays>().notNull().default('when_funded'),
    attribution: text('attribution').$type<Attribution>().notNull().default('click_first'),
    /** A postback may carry its bare key in the address. */
    allowGetKey: boolean('allow_get_key').notNull().default(false),
    /** The brand confirms that a customer pays the same with and without a creator's link. */
    samePrice: boolean('same_price').notNull().default(false),
    /** Hidden since then; what it has earned anybody stays. */
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('brands_key').on(t.key)],
)

/**
 * What a creator gets of a sale, from when on: an order is paid by the row that was true at its click
 * where that was more (D-44). A cut begins seven days after it was announced.
 */
export const brandRates = pgTable(
  'brand_rates',
  {
    id: serial('id').primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** Of a certain category of goods; empty: of whatever has no rate of its own. */
    category: text('category').notNull().default(''),
    /** For orders of people who bought for the first time. */
    newCustomers: boolean('new_customers').notNull().default(false),
    /** What the brand pays for a sale, in hundredths of a percent. */
    rateBasisPoints: integer('rate_basis_points').notNull(),
    /** The creator's part of that, in hundredths of a percent. */
    shareBasisPoints: integer('share_basis_points').notNull(),
    startsAt: now('starts_at'),
  },
  (t) => [index('brand_rates_brand').on(t.brandId, t.startsAt)],
)

/** Where a brand sells: a host with its subdomains, perhaps only below a path (D-21). */
export const stores = pgTable(
  'stores',
  {
    id: serial('id').primaryKey(),
    /** Lower case, in ASCII, without `www.`. */
    host: text('host').notNull(),
    /** Begins with a slash and does not end with one; empty: the whole host. */
    path: text('path').notNull().default(''),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('stores_place').on(t.host, t.path), index('stores_brand').on(t.brandId)],
)

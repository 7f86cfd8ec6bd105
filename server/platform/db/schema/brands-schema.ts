import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text, uuidKey, uuidParent } from '../columns.ts'

/** When a commission becomes available. `guaranteed`: before the brand has paid for it. */
export type BrandPays = 'when_funded' | 'guaranteed'
/** Amount of an order that the percentage applies to; shown on the brand's page. */
export type CommissionBase = 'net' | 'gross' | 'subtotal'
/** Which one counts if a postback names both a click and a creator's code. */
export type Attribution = 'click_first' | 'code_first'

/**
 * Brands as the operator describes them. The row holds the current terms. Percentages have a
 * history (`brand_rates`), and earnings keep the rate that applied to them.
 */
export const brands = pg.pgTable(
  'brands',
  {
    id: uuidKey(),
    /** Key in the operator's import file. */
    key: text('key').default(sql`gen_random_uuid()::text`),
    name: text('name'),
    /** Folded name, written by the server. Null in rows of an older server. */
    searchName: pg.text('search_name'),
    /** File name in the media store. */
    logoKey: pg.text('logo_key'),
    coverKey: pg.text('cover_key'),
    text: text('text').default(''),
    website: text('website').default(''),
    categories: pg
      .text('categories')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Query parameter in which the brand expects our click id. */
    clickParam: text('click_param').default('click_id'),
    /** Creator's commission on a sale today (rate x share), in hundredths of a percent. */
    commissionBasisPoints: pg.integer('commission_basis_points').notNull().default(0),
    holdDays: pg.integer('hold_days').notNull().default(30),
    /**
     * Minimum hours from an order until its commission is available, even if it is approved
     * earlier.
     */
    minHoldHours: pg.integer('min_hold_hours').notNull().default(72),
    /** Number of days after a click in which an order counts. */
    windowDays: pg.integer('window_days').notNull().default(30),
    /** Number of days in which a customer may return goods. */
    returnDays: pg.integer('return_days').notNull().default(14),
    base: pg.text('base').$type<CommissionBase>().notNull().default('net'),
    pays: pg.text('pays').$type<BrandPays>().notNull().default('when_funded'),
    attribution: pg.text('attribution').$type<Attribution>().notNull().default('click_first'),
    /** Whether a postback may send its key in the URL. */
    allowGetKey: pg.boolean('allow_get_key').notNull().default(false),
    /**
     * Whether the brand confirms that customers pay the same price with and without a creator's
     * link.
     */
    samePrice: pg.boolean('same_price').notNull().default(false),
    /** Time when the brand was archived. It is hidden since then, but its earnings remain. */
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('brands_key').on(t.key)],
)

/** Returns a column for the brand to which a row belongs. Deleting the brand deletes the row. */
export const brandColumn = () => uuidParent('brand_id', () => brands.id)

/**
 * Commission rates with their start. An order is paid by the rate at the time of its click if that
 * one was higher. A lower rate starts seven days after its announcement.
 */
export const brandRates = pg.pgTable(
  'brand_rates',
  {
    id: serialKey(),
    brandId: brandColumn(),
    /** Product category that the rate applies to; empty for all without their own rate. */
    category: text('category').default(''),
    /** Whether the rate applies to orders of new customers. */
    newCustomers: pg.boolean('new_customers').notNull().default(false),
    /** Percentage that the brand pays for a sale, in hundredths of a percent. */
    rateBasisPoints: pg.integer('rate_basis_points').notNull(),
    /** Creator's share of that, in hundredths of a percent. */
    shareBasisPoints: pg.integer('share_basis_points').notNull(),
    startsAt: now('starts_at'),
  },
  (t) => [pg.index('brand_rates_brand').on(t.brandId, t.startsAt)],
)

/** Shops of a brand: a host with its subdomains, optionally limited to a path. */
export const stores = pg.pgTable(
  'stores',
  {
    id: serialKey(),
    /** Host in lower case and ASCII, without `www.`. */
    host: text('host'),
    /** Path with a leading slash and without a trailing one; empty for the whole host. */
    path: text('path').default(''),
    brandId: brandColumn(),
  },
  (t) => [
    pg.uniqueIndex('stores_place').on(t.host, t.path),
    pg.index('stores_brand').on(t.brandId),
  ],
)

import * as pg from 'drizzle-orm/pg-core'
import { now, serialKey, text } from '../columns.ts'
import { brands } from './brands-schema.ts'

/** Latest ranking of the brands. */
export const brandStandings = pg.pgTable('brand_standings', {
  brandId: pg
    .uuid('brand_id')
    .primaryKey()
    .references(() => brands.id, { onDelete: 'cascade' }),
  /** Number of different visitors in the last seven days. */
  visitors: pg.integer('visitors').notNull().default(0),
  /** Total of commissions ever approved, minus reversals. */
  commissionCents: pg.bigint('commission_cents', { mode: 'number' }).notNull().default(0),
  countedAt: now('counted_at'),
})

/**
 * Products that enough creators link to, as last counted. Contains nothing from a single creator:
 * no chosen name, uploaded picture or short code.
 */
export const trendingProducts = pg.pgTable(
  'trending_products',
  {
    id: serialKey(),
    url: text('url'),
    host: text('host'),
    /** Name from the page itself; empty if the page was not read. */
    name: text('name').default(''),
    imageKey: pg.text('image_key'),
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    visitors: pg.integer('visitors').notNull(),
    countedAt: now('counted_at'),
  },
  (t) => [pg.uniqueIndex('trending_products_url').on(t.url)],
)

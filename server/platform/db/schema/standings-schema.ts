import { bigint, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { brands } from './brands-schema.ts'

/** Latest ranking of the brands. */
export const brandStandings = pgTable('brand_standings', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brands.id, { onDelete: 'cascade' }),
  /** Number of different visitors in the last seven days. */
  visitors: integer('visitors').notNull().default(0),
  /** Total of commissions ever approved, minus reversals. */
  commissionCents: bigint('commission_cents', { mode: 'number' }).notNull().default(0),
  countedAt: now('counted_at'),
})

/**
 * Products that enough creators link to, as last counted. Contains nothing from a single creator:
 * no chosen name, uploaded picture or short code.
 */
export const trendingProducts = pgTable(
  'trending_products',
  {
    id: serial('id').primaryKey(),
    url: text('url').notNull(),
    host: text('host').notNull(),
    /** Name from the page itself; empty if the page was not read. */
    name: text('name').notNull().default(''),
    imageKey: text('image_key'),
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    visitors: integer('visitors').notNull(),
    countedAt: now('counted_at'),
  },
  (t) => [uniqueIndex('trending_products_url').on(t.url)],
)

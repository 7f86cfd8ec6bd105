import { bigint, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { brands } from './brands-schema.ts'

/** How brands stand to each other, as it was last counted (D-55). */
export const brandStandings = pgTable('brand_standings', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brands.id, { onDelete: 'cascade' }),
  /** Different visitors of the last seven days. */
  visitors: integer('visitors').notNull().default(0),
  /** All that was ever approved for creators, and not taken back since. */
  commissionCents: bigint('commission_cents', { mode: 'number' }).notNull().default(0),
  countedAt: now('counted_at'),
})

/**
 * Pages that enough creators lead to, as they were last counted. Nothing in it is of one creator alone:
 * no name that somebody chose, no picture that somebody sent, no short code (D-55).
 */
export const trendingProducts = pgTable(
  'trending_products',
  {
    id: serial('id').primaryKey(),
    url: text('url').notNull(),
    host: text('host').notNull(),
    /** As the page says it itself; empty where nobody has read it. */
    name: text('name').notNull().default(''),
    imageKey: text('image_key'),
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    visitors: integer('visitors').notNull(),
    countedAt: now('counted_at'),
  },
  (t) => [uniqueIndex('trending_products_url').on(t.url)],
)

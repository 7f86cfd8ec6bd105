import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const brands = pgTable('brands', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  /** Query parameter in which the brand expects our click id (D-45). */
  clickParam: text('click_param').notNull().default('click_id'),
  /** What the creator gets of a sale, in hundredths of a percent. */
  commissionBasisPoints: integer('commission_basis_points').notNull().default(0),
})

/** Hosts that belong to a brand in the network; subdomains count (D-21). */
export const stores = pgTable('stores', {
  host: text('host').primaryKey(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' }),
})

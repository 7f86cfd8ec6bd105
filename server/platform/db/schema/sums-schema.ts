import * as pg from 'drizzle-orm/pg-core'
import { brands } from './brands-schema.ts'

const cents = (name: string) => pg.bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * Payments of each brand, and the part that its orders have used. Database triggers update the sums
 * in the transaction that changes a row, so that servers of an older version keep them correct too.
 */
export const brandFunds = pg.pgTable('brand_funds', {
  brandId: pg
    .uuid('brand_id')
    .primaryKey()
    .references(() => brands.id),
  settledCents: cents('settled_cents'),
  fundedCents: cents('funded_cents'),
})

/** Sales that count towards a user's bonus, also summed by triggers. The row outlives the user. */
export const bonusSales = pg.pgTable('bonus_sales', {
  userId: pg.uuid('user_id').primaryKey(),
  cents: cents('cents'),
})

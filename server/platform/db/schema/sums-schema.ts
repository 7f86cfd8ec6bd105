import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { brands } from './brands-schema.ts'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * What each brand has paid, and what of that its orders have used. Triggers of the database add to it
 * in the transaction that changes a row, so that no server of an earlier version can leave it behind.
 */
export const brandFunds = pgTable('brand_funds', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brands.id),
  settledCents: cents('settled_cents'),
  fundedCents: cents('funded_cents'),
})

/** Sales that count towards a person's bonus, added up in the same way. It outlives the person. */
export const bonusSales = pgTable('bonus_sales', {
  userId: uuid('user_id').primaryKey(),
  cents: cents('cents'),
})

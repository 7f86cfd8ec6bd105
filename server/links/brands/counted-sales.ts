import { notInArray, sql } from 'drizzle-orm'
import { conversions } from '../../platform/db/schema.ts'

/** Condition for orders that count as sales, for brands and creators alike. */
export const isCountedSale = notInArray(conversions.state, ['new', 'reversed'])

/** Base of orders in cents. */
export const soldCents = sql<number>`coalesce(sum(${conversions.baseCents}), 0)::float8`

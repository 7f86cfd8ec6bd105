import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { conversions } from './conversions-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * Sales that users report as missing, for the operator to check. Their input is stored unchanged.
 */
export const missingSales = pgTable(
  'missing_sales',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    day: date('day').notNull(),
    shop: text('shop').notNull(),
    orderNumber: text('order_number').notNull(),
    note: text('note').notNull().default(''),
    state: text('state').$type<'open' | 'accepted' | 'declined'>().notNull().default('open'),
    answer: text('answer').notNull().default(''),
    /** Conversion that resulted from the report. */
    conversionId: integer('conversion_id').references(() => conversions.id),
    /**
     * Brand whose call about this order was refused, with the reason as the answer; null if the
     * creator reported the sale.
     */
    brandId: uuid('brand_id'),
    createdAt: now('created_at'),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    index('missing_sales_person').on(t.userId, t.id.desc()),
    uniqueIndex('missing_sales_order').on(
      t.userId,
      sql`lower(${t.shop})`,
      sql`lower(${t.orderNumber})`,
    ),
    index('missing_sales_open')
      .on(t.id)
      .where(sql`${t.state} = 'open'`),
  ],
)

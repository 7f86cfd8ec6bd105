import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { conversions } from './conversions-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * Sales that users report as missing, for the operator to check. Their input is stored unchanged.
 */
export const missingSales = pg.pgTable(
  'missing_sales',
  {
    id: pg.serial('id').primaryKey(),
    userId: pg.uuid('user_id').notNull(),
    day: pg.date('day').notNull(),
    shop: pg.text('shop').notNull(),
    orderNumber: pg.text('order_number').notNull(),
    note: pg.text('note').notNull().default(''),
    state: pg.text('state').$type<'open' | 'accepted' | 'declined'>().notNull().default('open'),
    answer: pg.text('answer').notNull().default(''),
    /** Conversion that resulted from the report. */
    conversionId: pg.integer('conversion_id').references(() => conversions.id),
    /**
     * Brand whose call about this order was refused, with the reason as the answer; null if the
     * creator reported the sale.
     */
    brandId: pg.uuid('brand_id'),
    createdAt: now('created_at'),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    pg.index('missing_sales_person').on(t.userId, t.id.desc()),
    pg
      .uniqueIndex('missing_sales_order')
      .on(t.userId, sql`lower(${t.shop})`, sql`lower(${t.orderNumber})`),
    pg
      .index('missing_sales_open')
      .on(t.id)
      .where(sql`${t.state} = 'open'`),
  ],
)

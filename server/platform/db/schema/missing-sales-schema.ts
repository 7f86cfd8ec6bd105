import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { conversions } from './conversions-schema.ts'
import { moment, now, serialKey, text } from '../columns.ts'

/**
 * Sales that users report as missing, for the operator to check. Their input is stored unchanged.
 */
export const missingSales = pg.pgTable(
  'missing_sales',
  {
    id: serialKey(),
    userId: pg.uuid('user_id').notNull(),
    day: pg.date('day').notNull(),
    shop: text('shop'),
    orderNumber: text('order_number'),
    note: text('note').default(''),
    state: pg.text('state').$type<'open' | 'accepted' | 'declined'>().notNull().default('open'),
    answer: text('answer').default(''),
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

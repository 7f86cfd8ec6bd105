import * as pg from 'drizzle-orm/pg-core'
import { text } from '../columns.ts'

/** US dollars per unit of a currency from the operator's file, valid from the day of its entry. */
export const currencyRates = pg.pgTable(
  'currency_rates',
  {
    /** ISO 4217 code, for instance `EUR`. */
    currency: text('currency'),
    day: pg.date('day').notNull(),
    dollars: pg.numeric('dollars', { precision: 18, scale: 8 }).notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.currency, t.day] })],
)

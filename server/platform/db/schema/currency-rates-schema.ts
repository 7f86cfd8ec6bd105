import { date, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What one unit of a currency is in US dollars, by the operator's file, from the day it was entered. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    /** ISO 4217, for instance `EUR`. */
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    dollars: numeric('dollars', { precision: 18, scale: 8 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.currency, t.day] })],
)

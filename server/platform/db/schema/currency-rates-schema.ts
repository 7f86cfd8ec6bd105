import { date, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** US dollars per unit of a currency from the operator's file, valid from the day of its entry. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    /** ISO 4217 code, for instance `EUR`. */
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    dollars: numeric('dollars', { precision: 18, scale: 8 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.currency, t.day] })],
)

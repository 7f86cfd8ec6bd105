import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Settings that the operator changes at run time, for instance maintenance. */
export const operatorSettings = pgTable('operator_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})

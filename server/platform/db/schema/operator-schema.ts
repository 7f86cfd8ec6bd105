import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** What the operator switched: maintenance and the like. */
export const operatorSettings = pgTable('operator_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})

import * as pg from 'drizzle-orm/pg-core'

/** Settings that the operator changes at run time, for instance maintenance. */
export const operatorSettings = pg.pgTable('operator_settings', {
  key: pg.text('key').primaryKey(),
  value: pg.jsonb('value').notNull(),
})

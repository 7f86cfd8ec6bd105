import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Versions of the terms that users accepted, with the time. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: userColumn(),
    /** Version from `termsVersion`. */
    version: text('version').notNull(),
    acceptedAt: now('accepted_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)

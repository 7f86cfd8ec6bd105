import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'
import { users } from './accounts-schema.ts'

/** Versions of the terms that users accepted, with the time. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Version from `termsVersion`. */
    version: text('version').notNull(),
    acceptedAt: now('accepted_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)

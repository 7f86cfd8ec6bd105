import * as pg from 'drizzle-orm/pg-core'
import { now, text } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Versions of the terms that users accepted, with the time. */
export const termsAcceptances = pg.pgTable(
  'terms_acceptances',
  {
    userId: userColumn(),
    /** Version from `termsVersion`. */
    version: text('version'),
    acceptedAt: now('accepted_at'),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.version] })],
)

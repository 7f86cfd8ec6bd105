import { index, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import type { ReportReason } from '../domain/abuse-reports.ts'
import { moment, now } from './columns.ts'
import { links } from './schema-links.ts'

/** What visitors said against a link, for the operator alone. */
export const abuseReports = pgTable(
  'abuse_reports',
  {
    id: serial('id').primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id, { onDelete: 'cascade' }),
    /** Where it led then; its owner may have changed that since. */
    targetUrl: text('target_url').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    details: text('details').notNull().default(''),
    /** For an answer; empty when none was asked for. */
    email: text('email').notNull().default(''),
    createdAt: now('created_at'),
    /** The operator blocked the link, or dismissed what was said. */
    handledAt: moment('handled_at'),
  },
  (t) => [index('abuse_reports_link').on(t.linkId, t.createdAt)],
)

import * as pg from 'drizzle-orm/pg-core'
import { moment, text } from '../../columns.ts'

/**
 * Log of what staff and the command line did. Rows are only added: triggers refuse changes, and each
 * row contains the hash of the one before.
 */
export const auditEntries = pg.pgTable(
  'audit_entries',
  {
    /** Number of the entry, from 1 on without gaps. */
    position: pg.integer('position').primaryKey(),
    at: moment('at').notNull(),
    /** Member of the staff; null for the command line. */
    staffId: pg.uuid('staff_id'),
    /** Name of the member at that time, or `command line`. */
    who: text('who'),
    /** Name in the list of actions. */
    action: text('action'),
    /** Kind and number or name of what was changed, for example `link lamp`. */
    subject: text('subject'),
    before: pg.jsonb('before'),
    after: pg.jsonb('after'),
    why: text('why'),
    /** Hash of the previous entry; empty in the first one. */
    previous: text('previous'),
    /** SHA-256 of this entry and `previous`, hex. */
    hash: text('hash'),
  },
  (t) => [
    pg.index('audit_entries_subject').on(t.subject, t.position),
    pg.index('audit_entries_action').on(t.action, t.position),
  ],
)

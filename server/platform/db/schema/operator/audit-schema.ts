import * as pg from 'drizzle-orm/pg-core'
import { moment } from '../../columns.ts'

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
    who: pg.text('who').notNull(),
    /** Name in the list of actions. */
    action: pg.text('action').notNull(),
    /** Kind and number or name of what was changed, for example `link lamp`. */
    subject: pg.text('subject').notNull(),
    before: pg.jsonb('before'),
    after: pg.jsonb('after'),
    why: pg.text('why').notNull(),
    /** Hash of the previous entry; empty in the first one. */
    previous: pg.text('previous').notNull(),
    /** SHA-256 of this entry and `previous`, hex. */
    hash: pg.text('hash').notNull(),
  },
  (t) => [
    pg.index('audit_entries_subject').on(t.subject, t.position),
    pg.index('audit_entries_action').on(t.action, t.position),
  ],
)

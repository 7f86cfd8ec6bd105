import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PushBrowser } from '#contract/devices.ts'
import { moment, now, uuidParent } from '../columns.ts'
import { sessions, userColumn } from './accounts-schema.ts'

/** Browsers that receive push messages. A device is deleted with the session that registered it. */
export const devices = pgTable(
  'devices',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    sessionId: uuidParent('session_id', () => sessions.id),
    browser: text('browser').$type<PushBrowser>().notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: now('created_at'),
    /** Number of consecutive refusals by the push service. */
    refusals: integer('refusals').notNull().default(0),
    /** Time of the first of these refusals. */
    refusedSince: moment('refused_since'),
  },
  (t) => [
    uniqueIndex('devices_endpoint').on(t.endpoint),
    index('devices_user').on(t.userId),
    index('devices_session').on(t.sessionId),
  ],
)

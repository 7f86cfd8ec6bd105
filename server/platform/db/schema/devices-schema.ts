import * as pg from 'drizzle-orm/pg-core'
import type { PushBrowser } from '#contract/devices.ts'
import { moment, now, uuidParent } from '../columns.ts'
import { sessions, userColumn } from './accounts-schema.ts'

/** Browsers that receive push messages. A device is deleted with the session that registered it. */
export const devices = pg.pgTable(
  'devices',
  {
    id: pg.serial('id').primaryKey(),
    userId: userColumn(),
    sessionId: uuidParent('session_id', () => sessions.id),
    browser: pg.text('browser').$type<PushBrowser>().notNull(),
    endpoint: pg.text('endpoint').notNull(),
    p256dh: pg.text('p256dh').notNull(),
    auth: pg.text('auth').notNull(),
    createdAt: now('created_at'),
    /** Number of consecutive refusals by the push service. */
    refusals: pg.integer('refusals').notNull().default(0),
    /** Time of the first of these refusals. */
    refusedSince: moment('refused_since'),
  },
  (t) => [
    pg.uniqueIndex('devices_endpoint').on(t.endpoint),
    pg.index('devices_user').on(t.userId),
    pg.index('devices_session').on(t.sessionId),
  ],
)

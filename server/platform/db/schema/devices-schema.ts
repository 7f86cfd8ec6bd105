import * as pg from 'drizzle-orm/pg-core'
import type { PushBrowser } from '#contract/people/devices.ts'
import { moment, now, serialKey, text, uuidParent } from '../columns.ts'
import { sessions, userColumn } from './accounts-schema.ts'

/** Browsers that receive push messages. A device is deleted with the session that registered it. */
export const devices = pg.pgTable(
  'devices',
  {
    id: serialKey(),
    userId: userColumn(),
    sessionId: uuidParent('session_id', () => sessions.id),
    browser: pg.text('browser').$type<PushBrowser>().notNull(),
    endpoint: text('endpoint'),
    p256dh: text('p256dh'),
    auth: text('auth'),
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

import * as pg from 'drizzle-orm/pg-core'
import { moment, now, text } from '../columns.ts'
import type { DiskSpace } from '../../storage/disk-space.ts'

/**
 * Running servers of this database. Each reports every minute that it is running and how full its
 * disks are.
 */
export const servers = pg.pgTable('servers', {
  /** Id of one run of a process. */
  id: pg.uuid('id').primaryKey(),
  host: text('host'),
  port: pg.integer('port').notNull(),
  version: text('version'),
  startedAt: moment('started_at').notNull(),
  seenAt: now('seen_at'),
  disks: pg.jsonb('disks').$type<DiskSpace[]>().notNull().default([]),
})

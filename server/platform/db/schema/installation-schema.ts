import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'
import type { DiskSpace } from '../../storage/disk-space.ts'

/**
 * Running servers of this database. Each reports every minute that it is running and how full its
 * disks are.
 */
export const servers = pgTable('servers', {
  /** Id of one run of a process. */
  id: uuid('id').primaryKey(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  version: text('version').notNull(),
  startedAt: moment('started_at').notNull(),
  seenAt: now('seen_at'),
  disks: jsonb('disks').$type<DiskSpace[]>().notNull().default([]),
})

import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { ExportFilter, ExportKind } from '#contract/exports.ts'
import { bytea, moment, now, text, uuidKey, uuidParent } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Exports that users requested. */
export const dataExports = pg.pgTable(
  'data_exports',
  {
    id: uuidKey(),
    userId: userColumn(),
    kind: pg.text('kind').$type<ExportKind | 'archive'>().notNull(),
    filter: pg.jsonb('filter').$type<ExportFilter>().notNull(),
    status: pg.text('status').$type<'queued' | 'ready' | 'failed'>().notNull().default('queued'),
    rows: pg.integer('rows').notNull().default(0),
    createdAt: now('created_at'),
    /** Set when the file is ready. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    pg.index('data_exports_newest').on(t.userId, t.createdAt.desc()),
    // Allows one running export of a kind per user across all processes.
    pg
      .uniqueIndex('data_exports_running')
      .on(t.userId, t.kind)
      .where(sql`${t.status} = 'queued'`),
  ],
)

/**
 * Content of an export in parts, so that it is never in memory as a whole. In the database, every
 * process can read it, and it is deleted with the export.
 */
export const exportParts = pg.pgTable(
  'export_parts',
  {
    exportId: uuidParent('export_id', () => dataExports.id),
    part: pg.integer('part').notNull(),
    body: text('body'),
    /** Bytes of an archive, used instead of the text. */
    bytes: bytea('bytes'),
  },
  (t) => [pg.primaryKey({ columns: [t.exportId, t.part] })],
)

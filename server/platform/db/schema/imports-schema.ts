import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { LinkImport } from '#contract/imports.ts'
import { moment, now, text, uuidKey, uuidParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'

/** Import files, running or finished. */
export const linkImports = pg.pgTable(
  'link_imports',
  {
    id: uuidKey(),
    userId: userColumn(),
    fileName: text('file_name'),
    /**
     * SHA-256 of the content. A file sent again while its import is running does not start another
     * one.
     */
    contentHash: text('content_hash'),
    /** The file as text; null once the import has ended. */
    content: pg.text('content'),
    header: pg.jsonb('header').$type<string[]>().notNull(),
    status: pg.text('status').$type<LinkImport['status']>().notNull().default('queued'),
    total: pg.integer('total').notNull(),
    /** Number of processed rows, updated in the transaction that processes them. */
    done: pg.integer('done').notNull().default(0),
    added: pg.integer('added').notNull().default(0),
    existing: pg.integer('existing').notNull().default(0),
    recoded: pg.integer('recoded').notNull().default(0),
    errors: pg.integer('errors').notNull().default(0),
    newCollections: pg.integer('new_collections').notNull().default(0),
    /** Reason of a failure, shown to the owner. */
    failure: pg.text('failure'),
    createdAt: now('created_at'),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    pg.index('link_imports_newest').on(t.userId, t.createdAt.desc()),
    // Allows one running import per user across all processes.
    pg
      .uniqueIndex('link_imports_running')
      .on(t.userId)
      .where(sql`${t.status} in ('queued', 'running')`),
  ],
)

/** Rows of an import that need attention. */
export const importProblems = pg.pgTable(
  'import_problems',
  {
    importId: uuidParent('import_id', () => linkImports.id),
    row: pg.integer('row').notNull(),
    outcome: pg.text('outcome').$type<'recoded' | 'error'>().notNull(),
    column: text('column'),
    message: text('message'),
    cells: pg.jsonb('cells').$type<string[]>().notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.importId, t.row] })],
)

/**
 * Links that were created from an import, by the code and URL in the file. A repeated import finds
 * them even if the link was edited or has another code now.
 */
export const importedLinks = pg.pgTable(
  'imported_links',
  {
    userId: userColumn(),
    /** Key from `importKey`. */
    key: text('key'),
    linkId: linkColumn(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.key] }),
    pg.index('imported_links_link').on(t.linkId),
  ],
)

import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LinkImport } from '#contract/imports.ts'
import { moment, now, uuidParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'

/** Import files, running or finished. */
export const linkImports = pgTable(
  'link_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userColumn(),
    fileName: text('file_name').notNull(),
    /**
     * SHA-256 of the content. A file sent again while its import is running does not start another
     * one.
     */
    contentHash: text('content_hash').notNull(),
    /** The file as text; null once the import has ended. */
    content: text('content'),
    header: jsonb('header').$type<string[]>().notNull(),
    status: text('status').$type<LinkImport['status']>().notNull().default('queued'),
    total: integer('total').notNull(),
    /** Number of processed rows, updated in the transaction that processes them. */
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    existing: integer('existing').notNull().default(0),
    recoded: integer('recoded').notNull().default(0),
    errors: integer('errors').notNull().default(0),
    newCollections: integer('new_collections').notNull().default(0),
    /** Reason of a failure, shown to the owner. */
    failure: text('failure'),
    createdAt: now('created_at'),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    index('link_imports_newest').on(t.userId, t.createdAt.desc()),
    // Allows one running import per user across all processes.
    uniqueIndex('link_imports_running')
      .on(t.userId)
      .where(sql`${t.status} in ('queued', 'running')`),
  ],
)

/** Rows of an import that need attention. */
export const importProblems = pgTable(
  'import_problems',
  {
    importId: uuidParent('import_id', () => linkImports.id),
    row: integer('row').notNull(),
    outcome: text('outcome').$type<'recoded' | 'error'>().notNull(),
    column: text('column').notNull(),
    message: text('message').notNull(),
    cells: jsonb('cells').$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
)

/**
 * Links that were created from an import, by the code and URL in the file. A repeated import finds
 * them even if the link was edited or has another code now.
 */
export const importedLinks = pgTable(
  'imported_links',
  {
    userId: userColumn(),
    /** Key from `importKey`. */
    key: text('key').notNull(),
    linkId: linkColumn(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('imported_links_link').on(t.linkId)],
)

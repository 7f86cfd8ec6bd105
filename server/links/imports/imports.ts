import { and, desc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  IMPORT_RESTRICTED_TEXT,
  IMPORT_RUNNING_TEXT,
  type ImportProblems,
  type LinkImport,
  type DateOrder,
} from '#contract/imports.ts'
import type { Tx } from '../../platform/db/client.ts'
import { importProblems, linkImports } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import type { Deps } from '../../env.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { currentActor } from '../../platform/http/actor.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { ImportFile } from './import-file.ts'

export type ImportRow = typeof linkImports.$inferSelect

/**
 * Selects the imports of a user. Every query for a signed-in call uses it, so a call can only see
 * imports of its own user.
 */
const ownImports = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(linkImports.userId, userId), ...further)

function ownImport(userId: string, id: string) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownImports(userId, eq(linkImports.id, id))
}

const UNFINISHED = ['queued', 'running'] as const
export const isUnfinished = inArray(linkImports.status, [...UNFINISHED])

type ImportChoices = {
  name: string
  dateOrder?: DateOrder | undefined
  codeDomainId?: number | undefined
}

/** Starts an import. If the same file is being imported, returns that import. */
export async function startImport(
  deps: Deps,
  userId: string,
  file: ImportFile,
  { name: fileName, dateOrder, codeDomainId }: ImportChoices,
): Promise<LinkImport> {
  const total = await file.count()
  const { bytes, hash: contentHash } = await file.text()
  const header = file.columns.all.map((column) => column.header)
  const content = Buffer.from(bytes.buffer).toString('utf8')
  const values = { userId, fileName, contentHash, content, header, total }
  try {
    return await deps.db.transaction(async (tx) => {
      const [added] = await tx.insert(linkImports).values(values).returning()
      if (!added) throw new Error('insert returned no row')
      await deps.jobs.add(
        tx,
        'import-links',
        { importId: added.id, dateOrder, codeDomainId, by: currentActor() },
        { key: `import:${added.id}`, maxAttempts: 10 },
      )
      await recordImport(tx, 'create', added)
      return toImport(added)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'link_imports_running')) throw error
  }
  const [running] = await deps.db.select().from(linkImports).where(ownImports(userId, isUnfinished))
  if (running?.contentHash === contentHash) return toImport(running)
  throw new FieldError('file', IMPORT_RUNNING_TEXT)
}

export async function readImport(deps: Deps, userId: string, id: string): Promise<LinkImport> {
  const [row] = await deps.db.select().from(linkImports).where(ownImport(userId, id))
  if (!row) throw new HTTPException(404)
  return toImport(row)
}

type Paging = { page: number; page_size: number }

export async function listImports(deps: Deps, userId: string, { page, page_size }: Paging) {
  const rows = await deps.db
    .select()
    .from(linkImports)
    .where(ownImports(userId))
    .orderBy(desc(linkImports.createdAt), linkImports.id)
    .limit(page_size)
    .offset((page - 1) * page_size)
  const count = await deps.db.$count(linkImports, ownImports(userId))
  return { results: rows.map(toImport), count }
}

/**
 * Cancels an import after the current batch. Created links stay. A finished import is not changed.
 */
export async function cancelImport(deps: Deps, userId: string, id: string): Promise<LinkImport> {
  await deps.db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(linkImports)
      .set(ended({ status: 'cancelled' }))
      .where(and(ownImport(userId, id), isUnfinished))
      .returning()
    if (cancelled) await recordImport(tx, 'cancel', cancelled)
  })
  return readImport(deps, userId, id)
}

const recordImport = (tx: Tx, event: 'create' | 'cancel', { userId, fileName }: ImportRow) =>
  recordAccountChange(tx, { userId, thing: 'import', event, name: fileName })

/** Ends the import of an account that staff pause or block. Created links stay. */
export async function endImports(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(linkImports)
    .set(ended({ status: 'failed', failure: IMPORT_RESTRICTED_TEXT }))
    .where(ownImports(userId, isUnfinished))
}

export type FinalStatus = { status: 'done' | 'cancelled' } | { status: 'failed'; failure: string }

/** Returns the columns of an import that has ended. Its file is deleted. */
export const ended = (how: FinalStatus) => ({ ...how, content: null, finishedAt: sql`now()` })

export async function readProblems(
  deps: Deps,
  userId: string,
  id: string,
): Promise<ImportProblems> {
  const [row] = await deps.db.select().from(linkImports).where(ownImport(userId, id))
  if (!row) throw new HTTPException(404)
  const results = await deps.db
    .select({
      row: importProblems.row,
      outcome: importProblems.outcome,
      column: importProblems.column,
      message: importProblems.message,
      cells: importProblems.cells,
    })
    .from(importProblems)
    .where(eq(importProblems.importId, row.id))
    .orderBy(importProblems.row)
  return { header: row.header, results }
}

function toImport(row: ImportRow): LinkImport {
  return {
    id: row.id,
    file_name: row.fileName,
    status: row.status,
    total: row.total,
    done: row.done,
    counts: {
      new: row.added,
      existing: row.existing,
      recoded: row.recoded,
      errors: row.errors,
    },
    new_collections: row.newCollections,
    ...(row.failure !== null && { message: row.failure }),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

const KEPT_DAYS = 30

/** Deletes imports that ended a month ago. Which link a row became is stored with the link. */
export async function deleteOldImports(db: Deps['db']): Promise<void> {
  await db
    .delete(linkImports)
    .where(
      and(
        isNotNull(linkImports.finishedAt),
        sql`${linkImports.finishedAt} < now() - make_interval(days => ${KEPT_DAYS})`,
      ),
    )
}

import type { SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import type { HistoryPage, RestoreInput } from '#contract/links/history.ts'
import type { DbOrTx } from '../db/client.ts'
import { historyEntries } from '../db/schema.ts'
import type { FieldChanges } from '../db/schema/links/history-schema.ts'
import { pageNumber, pageSize } from '../http/paging.ts'
import type { RestoreRequest } from './restore.ts'
import { isFirst, readEntries } from './versions.ts'
import { startEntry, toEntry, type FieldWords } from './words.ts'

/** Query of a history. */
export const HistoryQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Query of a restore. A dry run returns what would change, and changes nothing. */
export const RestoreQuery = v.object({
  dry_run: v.optional(v.picklist(['true', 'false'], 'Send true or false.'), 'false'),
})

/**
 * Returns the id of a version in a path. 0 is the version before the oldest kept change. Throws a
 * 404 if it is not a valid id.
 */
function versionId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new HTTPException(404)
  return Number(text)
}

/** Returns what a request to restore asks for. */
export const restoreRequest = (
  version: string,
  { latest_id }: v.InferOutput<typeof RestoreInput>,
  { dry_run }: v.InferOutput<typeof RestoreQuery>,
): RestoreRequest => ({
  id: versionId(version),
  latestId: latest_id,
  isDryRun: dry_run === 'true',
})

type ReadOptions = {
  userId: string
  paging: { page: number; page_size: number }
  /** Time when the link, page or collection was created. */
  createdAt: Date
  /** Returns the changes as they are shown. The default is each field on its own. */
  shown?: (changes: FieldChanges) => FieldChanges
  wordsOf: (changes: FieldChanges[]) => Promise<Record<string, FieldWords>>
}

/**
 * Returns a page of a history in words, newest first. Its last entry is the version before the
 * oldest change, unless that is the creation.
 */
export async function readHistory(
  db: DbOrTx,
  isOwn: SQL | undefined,
  { userId, paging, createdAt, shown = (changes) => changes, wordsOf }: ReadOptions,
): Promise<Omit<HistoryPage, 'next'>> {
  const found = await readEntries(db, isOwn, paging)
  const rows = found.map((row) => ({ ...row, changes: shown(row.changes) }))
  const count = await db.$count(historyEntries, isOwn)
  const words = await wordsOf(rows.map(({ changes }) => changes))
  const results = rows.map((row) => toEntry(row, words, userId))
  const oldest = rows.at(-1)
  const isAtEnd = count <= paging.page * paging.page_size
  if (oldest && isAtEnd && !isFirst(oldest)) results.push(startEntry(createdAt))
  return { results, count }
}

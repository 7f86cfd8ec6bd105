import { and, asc, desc, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { daysAgo } from '../db/days-ago.ts'
import type { DbOrTx, Tx } from '../db/client.ts'
import { historyEntries, removals } from '../db/schema.ts'

/** Maximum number of changes that are kept per link, page or collection. */
export const MAX_HISTORY_ENTRIES = 100
/** Number of days for which changes are kept. */
export const HISTORY_DAYS = 400

export type HistoryRow = typeof historyEntries.$inferSelect

type Subject = { linkId: string } | { pageId: number } | { collectionId: string }

/** Selects the history of a link, page or collection. The owner is part of every query. */
export const historyOf = (userId: string, subject: Subject) =>
  and(eq(historyEntries.userId, userId), isAbout(subject))

function isAbout(subject: Subject): SQL {
  if ('linkId' in subject) return eq(historyEntries.linkId, subject.linkId)
  return 'pageId' in subject
    ? eq(historyEntries.pageId, subject.pageId)
    : eq(historyEntries.collectionId, subject.collectionId)
}

/** Returns a page of the history, newest first. */
export const readEntries = (
  db: DbOrTx,
  isOwn: SQL | undefined,
  { page, page_size }: { page: number; page_size: number },
): Promise<HistoryRow[]> =>
  db
    .select()
    .from(historyEntries)
    .where(isOwn)
    .orderBy(desc(historyEntries.id))
    .limit(page_size)
    .offset((page - 1) * page_size)

/** Values to restore, by field, and the time of their version. */
export type Version = { values: Record<string, unknown>; at: Date | null }

/**
 * Returns the fields that have changed since a version, with their values at that time: each has
 * the value before the first change after the version. Version 0 is the state before the oldest
 * change that is kept. Throws a 404 for an unknown version.
 */
export async function readVersion(
  tx: Tx,
  isOwn: SQL | undefined,
  version: number,
): Promise<Version> {
  const at = await versionTime(tx, isOwn, version)
  const later = await tx
    .select({ changes: historyEntries.changes })
    .from(historyEntries)
    .where(and(isOwn, gt(historyEntries.id, version)))
    .orderBy(asc(historyEntries.id))
  const values: Version['values'] = {}
  for (const { changes } of later) {
    for (const [field, { from }] of Object.entries(changes)) {
      if (!(field in values)) values[field] = from
    }
  }
  return { values, at }
}

async function versionTime(tx: Tx, isOwn: SQL | undefined, version: number): Promise<Date | null> {
  const [row] = await tx
    .select({ id: historyEntries.id, at: historyEntries.changedAt, kind: historyEntries.kind })
    .from(historyEntries)
    .where(and(isOwn, version > 0 ? eq(historyEntries.id, version) : undefined))
    .orderBy(asc(historyEntries.id))
    .limit(1)
  if (!row || (version === 0 && isFirst(row))) throw new HTTPException(404)
  return version === 0 ? null : row.at
}

/** Returns whether nothing was before this entry. */
export const isFirst = ({ kind }: Pick<HistoryRow, 'kind'>) =>
  kind === 'create' || kind === 'import'

/** Returns the fields changed after the newest entry that the user has seen. */
export async function changedSince(
  tx: Tx,
  isOwn: SQL | undefined,
  latestId: number,
): Promise<string[]> {
  const rows = await tx
    .select({ changes: historyEntries.changes })
    .from(historyEntries)
    .where(and(isOwn, gt(historyEntries.id, latestId)))
  return [...new Set(rows.flatMap(({ changes }) => Object.keys(changes)))]
}

/** Number of days within which a change makes its subject worth a look. */
export const RECENT_DAYS = 2

/**
 * Deletes old changes, names that only they could contain, and all but the newest changes of each
 * link, page and collection. Only those with a recent change can have too many.
 */
export async function deleteOldHistory(db: DbOrTx): Promise<void> {
  await db.delete(historyEntries).where(lte(historyEntries.changedAt, daysAgo(HISTORY_DAYS)))
  await db
    .update(removals)
    .set({ name: null })
    .where(and(isNotNull(removals.name), lte(removals.removedAt, daysAgo(HISTORY_DAYS))))
  await db.execute(sql`
    with recent as (
      select distinct link_id, page_id, collection_id from history_entries
      where changed_at > ${daysAgo(RECENT_DAYS)}
    ), placed as (
      select entry.id, row_number() over (
        partition by entry.link_id, entry.page_id, entry.collection_id
        order by entry.id desc) as place
      from history_entries entry
      where entry.link_id in (select link_id from recent)
        or entry.page_id in (select page_id from recent)
        or entry.collection_id in (select collection_id from recent)
    )
    delete from history_entries using placed
    where history_entries.id = placed.id and placed.place > ${MAX_HISTORY_ENTRIES}`)
}

import { sql } from 'drizzle-orm'
import type { LinkDelta } from '#contract/links.ts'
import { latestChange } from '../db/changes.ts'
import type { DbOrTx } from '../db/client.ts'
import { links } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import { toLink } from '../presenters/links.ts'
import { endCursor, isPast, readCursor, toCursor, type LinkCursor } from './link-cursor.ts'
import { ownLinks, selectLinks } from './link-rows.ts'
import { isListed, type LinkFilter } from './link-search.ts'

/** What changed in a list since a cursor (offline.md, the delta contract). */
export async function changedLinks(
  deps: Deps,
  userId: string,
  filter: LinkFilter,
  since: string,
): Promise<LinkDelta> {
  await deps.clicks.settle()
  const cursor = readCursor(userId, filter.hidden, since)
  const seq = await latestChange(deps.db, userId)
  // A number that was never given: the database is another one, or older than the copy.
  if (!cursor || cursor.seq > seq) return { ...EMPTY, cursor: '', complete: false }
  if (isPast(cursor, seq)) return { ...EMPTY, cursor: since }
  return readChanges(deps, userId, filter, { cursor, seq })
}

/** Changes are small: few requests matter more than small ones. */
const MIN_CHANGES = 100

const EMPTY = {
  results: [],
  removed: [],
  has_more: false,
  complete: true,
} satisfies Partial<LinkDelta>

async function readChanges(
  deps: Deps,
  userId: string,
  filter: LinkFilter,
  { cursor, seq }: { cursor: LinkCursor; seq: number },
): Promise<LinkDelta> {
  const limit = Math.max(filter.search.page_size, MIN_CHANGES)
  const found = await changesAfter(deps.db, userId, filter, cursor, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)?.link
  const hasMore = found.length > limit
  const end = endCursor(userId, filter.hidden, Math.max(seq, last?.changeSeq ?? 0))
  return {
    results: rows.filter((row) => row.isListed).map((row) => toLink(row, deps.config)),
    removed: rows.filter((row) => !row.isListed).map((row) => row.link.id),
    cursor:
      hasMore && last ? toCursor(userId, filter.hidden, { seq: last.changeSeq, id: last.id }) : end,
    has_more: hasMore,
    complete: true,
  }
}

function changesAfter(
  db: DbOrTx,
  userId: string,
  filter: LinkFilter,
  { seq, id }: LinkCursor,
  limit: number,
) {
  return selectLinks(db, isListed(filter))
    .where(ownLinks(userId, sql`(${links.changeSeq}, ${links.id}) > (${seq}, ${id}::uuid)`))
    .orderBy(links.changeSeq, links.id)
    .limit(limit)
}

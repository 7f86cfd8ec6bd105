import { and, desc, eq, exists, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Collection, CollectionPage } from '#contract/collections.ts'
import { searchWords } from '#contract/search/fold.ts'
import { containsWord } from '../../platform/db/text-search.ts'
import { latestChange } from '../../platform/db/changes.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { toCollection } from './collections-presenter.ts'
import { contentsOf } from './collection-contents.ts'
import {
  ownCollection,
  ownCollections,
  searchName,
  selectCollections,
  type CollectionKind,
  type FullCollection,
} from './collection-rows.ts'
import { endCursor, inEpoch, listName } from '../../platform/lists/list-cursor.ts'

export type CollectionFilter = { kind: CollectionKind | undefined; q: string }
export type Paging = { page: number; page_size: number }

/** Returns a page of a user's collections. The route adds the URL of the next page. */
export async function listCollections(
  deps: Deps,
  userId: string,
  filter: CollectionFilter,
  { page, page_size }: Paging,
): Promise<Omit<CollectionPage, 'next'>> {
  await deps.clicks.settle()
  // Read before the rows: a change in between is then reported twice rather than missed.
  const list = await collectionList(deps.db, userId)
  const { seq, epoch } = await latestChange(deps.db, userId)
  const where = ownCollections(userId, isListed(filter))
  const [count, rows] = await Promise.all([
    deps.db.$count(collections, where),
    selectCollections(deps.db)
      .where(where)
      .orderBy(...IN_ORDER)
      .limit(page_size)
      .offset((page - 1) * page_size),
  ])
  const results = await withContents(deps.db, userId, rows)
  return { results, count, cursor: endCursor(inEpoch(list, epoch), seq) }
}

/** The creator's order. Collections that were never moved come first, the newest at the top. */
export const IN_ORDER = [collections.position, desc(collections.createdAt), collections.id]

export function isListed({ kind, q }: CollectionFilter): SQL {
  const nameMatches = searchWords(q).map((word) => containsWord(searchName, word))
  return and(sql`true`, kind && eq(collections.kind, kind), ...nameMatches) ?? sql`true`
}

export async function getCollection(
  deps: Deps,
  userId: string,
  id: string,
  kind?: CollectionKind,
): Promise<Collection> {
  await deps.clicks.settle()
  return readCollection(deps.db, userId, id, kind)
}

/**
 * Returns a collection after a write. Does not store pending clicks first, because that could wait
 * for locks of the write.
 */
export async function readCollection(
  db: DbOrTx,
  userId: string,
  id: string,
  kind?: CollectionKind,
): Promise<Collection> {
  const rows = await selectCollections(db).where(ownCollection(userId, id, kind))
  const [collection] = await withContents(db, userId, rows)
  if (!collection) throw new HTTPException(404)
  return collection
}

export async function withContents(
  db: DbOrTx,
  userId: string,
  rows: FullCollection[],
): Promise<Collection[]> {
  const contents = await contentsOf(
    db,
    userId,
    rows.map(({ collection }) => collection),
  )
  return rows.flatMap((row) => {
    const content = contents.get(row.collection.id)
    return content ? [toCollection(row, content)] : []
  })
}

/** Version of the answer's format. Increase it when the format of collections changes. */
const FORMAT = 1

/**
 * Returns the name of the list that a cursor belongs to. If a rule contains an age, the name
 * changes daily (UTC): at midnight links leave the collection without a write, and clients must
 * read it again.
 */
export async function collectionList(db: DbOrTx, userId: string): Promise<string> {
  const aged = db
    .select({ id: collections.id })
    .from(collections)
    .where(ownCollections(userId, sql`${collections.rule} ->> 'created_within_days' is not null`))
  const [row] = await db
    .select({ isAged: sql<boolean>`${exists(aged)}` })
    .from(sql`(select 1) as one`)
  const day = row?.isAged ? new Date().toISOString().slice(0, 10) : ''
  return listName(FORMAT, `c${day}`, userId)
}

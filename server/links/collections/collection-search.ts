import { and, desc, eq, exists, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Collection, CollectionPage } from '#contract/collections.ts'
import { searchWords } from '#contract/search/fold.ts'
import { holdsWord } from '../../platform/db/folded.ts'
import { latestChange } from '../../platform/db/changes.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { toCollection } from './collections-presenter.ts'
import { contentsOf } from './collection-contents.ts'
import {
  ownCollection,
  ownCollections,
  selectCollections,
  type CollectionKind,
  type FullCollection,
} from './collection-rows.ts'
import { endCursor, inEpoch, listName } from '../../platform/lists/list-cursor.ts'

export type CollectionFilter = { kind: CollectionKind | undefined; q: string }
export type Paging = { page: number; page_size: number }

/** A page of a person's collections; the route adds where the next one is. */
export async function listCollections(
  deps: Deps,
  userId: string,
  filter: CollectionFilter,
  { page, page_size }: Paging,
): Promise<Omit<CollectionPage, 'next'>> {
  await deps.clicks.settle()
  // Read before the rows, so that a change in between is told again and never missed.
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

/** As the creator put them; the ones never put anywhere come first, the newest before the others. */
export const IN_ORDER = [collections.position, desc(collections.createdAt), collections.id]

export function isListed({ kind, q }: CollectionFilter): SQL {
  const named = searchWords(q).map((word) => holdsWord(collections.name, word))
  return and(sql`true`, kind && eq(collections.kind, kind), ...named) ?? sql`true`
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

/** For the answer of a write, which may hold locks that storing clicks waits for. */
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
    const held = contents.get(row.collection.id)
    return held ? [toCollection(row, held)] : []
  })
}

/** Raise it when collections are answered in a new shape. */
const FORMAT = 1

/**
 * The list that a cursor belongs to. With a rule about age it is another one every day (UTC): at
 * midnight links leave such a collection though nothing was written, and a copy is read again.
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

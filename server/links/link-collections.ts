import { and, eq, inArray, sql } from 'drizzle-orm'
import { MAX_COLLECTION_LINKS } from '#contract/limits.ts'
import { Spellings } from '#contract/search/spellings.ts'
import type { Tx } from '../platform/db/client.ts'
import { collectionLinks, collections } from '../platform/db/schema.ts'
import { FieldError } from '../platform/http/errors.ts'
import { ownCollections, type CollectionRow } from './collections/collection-rows.ts'
import { recordMoves, type LinkMove } from './collections/history/link-moves.ts'
import { refusePictureless } from './post-layout.ts'

const FIELD = 'regular_collection_names'

type NamedCollection = Pick<CollectionRow, 'id' | 'kind' | 'layout'>

/**
 * Puts a link into exactly these regular collections: appended to new ones, removed from all
 * others. Returns whether anything changed.
 */
export async function setCollections(
  tx: Tx,
  { id: linkId, userId }: { id: string; userId: string },
  names: string[],
  changeSeq: number,
): Promise<boolean> {
  const wanted = await readNames(tx, userId, names)
  const before = await collectionIds(tx, linkId)
  const joined = wanted.filter(({ id }) => !before.includes(id))
  const left = before.filter((id) => !wanted.some((collection) => collection.id === id))
  const moves = [
    ...(await leave(tx, linkId, left)),
    ...(await join(
      tx,
      linkId,
      joined.map(({ id }) => id),
    )),
  ]
  const changed = [...left, ...joined.map(({ id }) => id)]
  if (changed.length === 0) return false
  await refuseFull(tx, changed, FIELD)
  if (joined.some(({ layout }) => layout === 'post')) await refusePictureless(tx, [linkId])
  await tx
    .update(collections)
    .set({ changeSeq, updatedAt: new Date() })
    .where(inArray(collections.id, changed))
  await recordMoves(tx, userId, moves)
  return true
}

/** Adds a clone to the collections of the original link. */
export async function joinSameCollections(
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
  changeSeq: number,
): Promise<void> {
  const ids = await collectionIds(tx, from)
  const moves = await join(tx, to, ids)
  if (ids.length === 0) return
  await tx
    .update(collections)
    .set({ changeSeq, updatedAt: new Date() })
    .where(inArray(collections.id, ids))
  await recordMoves(tx, userId, moves)
}

/** Finds collections by name, whatever its case and accents. */
async function readNames(tx: Tx, userId: string, names: string[]): Promise<NamedCollection[]> {
  const wanted = names.filter((name) => name !== '')
  if (wanted.length === 0) return []
  const { id, name, kind, layout } = collections
  const rows = await tx
    .select({ id, name, kind, layout })
    .from(collections)
    .where(ownCollections(userId))
    .orderBy(collections.createdAt, collections.id)
  const known = new Spellings(rows)
  const found = wanted.map((typed) => {
    const row = known.find(typed)
    if (!row) throw new FieldError(FIELD, `There is no collection called ${typed}.`)
    if (row.kind === 'smart')
      throw new FieldError(FIELD, `${row.name} is a smart collection. Its rule selects the links.`)
    return row
  })
  return [...new Set(found)]
}

async function collectionIds(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: collectionLinks.collectionId })
    .from(collectionLinks)
    .where(eq(collectionLinks.linkId, linkId))
  return rows.map(({ id }) => id)
}

async function leave(tx: Tx, linkId: string, ids: string[]): Promise<LinkMove[]> {
  if (ids.length === 0) return []
  const { collectionId, position: from } = collectionLinks
  const rows = await tx
    .delete(collectionLinks)
    .where(and(eq(collectionLinks.linkId, linkId), inArray(collectionId, ids)))
    .returning({ collectionId, from })
  return rows.map((row) => ({ ...row, linkId, to: null }))
}

async function join(tx: Tx, linkId: string, ids: string[]): Promise<LinkMove[]> {
  if (ids.length === 0) return []
  const rows = await tx.execute<{ collectionId: string; to: number }>(sql`
    insert into ${collectionLinks} (collection_id, link_id, position)
    select ${collections.id}, ${linkId}::uuid, coalesce(max(${collectionLinks.position}), 0) + 1
    from ${collections} left join ${collectionLinks}
      on ${eq(collectionLinks.collectionId, collections.id)}
    where ${inArray(collections.id, ids)} group by ${collections.id}
    returning collection_id as "collectionId", position as "to"`)
  return rows.map((row) => ({ ...row, linkId, from: null }))
}

/**
 * Throws if a collection has too many links. Each answer contains the ids of all its links, so
 * their number is limited.
 */
export async function refuseFull(tx: Tx, ids: string[], field: string): Promise<void> {
  const [full] = await tx
    .select({ name: collections.name })
    .from(collectionLinks)
    .innerJoin(collections, eq(collections.id, collectionLinks.collectionId))
    .where(inArray(collectionLinks.collectionId, ids))
    .groupBy(collections.id)
    .having(sql`count(*) > ${MAX_COLLECTION_LINKS}`)
    .limit(1)
  if (full)
    throw new FieldError(
      field,
      `${full.name} is full. A collection can have ${MAX_COLLECTION_LINKS} links.`,
    )
}

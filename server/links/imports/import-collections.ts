import { inArray, sql } from 'drizzle-orm'
import { fold } from '#contract/search/fold.ts'
import { MAX_COLLECTION_LINKS, MAX_COLLECTIONS } from '#contract/limits.ts'
import { Spellings } from '#contract/search/spellings.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { collectionLinks, collections } from '../../platform/db/schema.ts'
import type { CollectionRow } from '../collections/collection-rows.ts'
import { ownCollections } from '../collections/collection-rows.ts'
import { recordMoves, type LinkMove } from '../collections/history/link-moves.ts'
import { recordHistory } from '../../platform/history/record.ts'

type Entry = {
  name: string
  /** Null for a collection that the import will create. */
  id: string | null
  kind: CollectionRow['kind']
  layout: CollectionRow['layout']
  count: number
}

/** Collections of a user, including those that the rows so far will create. */
export type CollectionBook = Spellings<Entry>

export async function readCollections(db: DbOrTx, userId: string): Promise<CollectionBook> {
  const rows = await db
    .select({
      name: collections.name,
      id: collections.id,
      kind: collections.kind,
      layout: collections.layout,
      count: sql<number>`(select count(*)::int from ${collectionLinks}
        where ${collectionLinks.collectionId} = ${collections.id})`,
    })
    .from(collections)
    .where(ownCollections(userId))
    .orderBy(collections.createdAt, collections.id)
  return new Spellings<Entry>(rows)
}

/**
 * Adds a link to the collections with these names. Returns an error text if one of them is full or
 * smart.
 */
export function chooseCollections(book: CollectionBook, names: string[]): string | undefined {
  const entries = [...new Set(names.map((name) => book.find(name) ?? newEntry(name)))]
  const smart = entries.find(({ kind }) => kind === 'smart')
  if (smart) return `${smart.name} is a smart collection. Its rule selects the links.`
  const full = entries.find(({ count }) => count >= MAX_COLLECTION_LINKS)
  if (full) return `${full.name} is full. A collection can have ${MAX_COLLECTION_LINKS} links.`
  const created = entries.filter(({ name }) => !book.find(name))
  if (book.items.length + created.length > MAX_COLLECTIONS)
    return `You can have ${MAX_COLLECTIONS} collections.`
  for (const entry of entries) entry.count += 1
  for (const entry of created) book.add(entry)
  return undefined
}

const newEntry = (name: string): Entry => ({
  name,
  id: null,
  kind: 'regular',
  layout: 'list',
  count: 0,
})

/**
 * Returns whether a collection of the link has the post layout. It shows links large, so the link
 * needs a picture from its page.
 */
export const needsPicture = (book: CollectionBook, names: string[]) =>
  names.some((name) => book.find(name)?.layout === 'post')

export const missingNames = (book: CollectionBook) =>
  book.items.filter(({ id }) => id === null).map(({ name }) => name)

type Joining = { userId: string; changeSeq: number }

/** Creates the missing collections and returns their number. */
export async function makeCollections(
  tx: Tx,
  book: CollectionBook,
  { userId, changeSeq }: Joining,
): Promise<number> {
  const names = missingNames(book)
  if (names.length === 0) return 0
  const created = await tx
    .insert(collections)
    .values(
      names.map((name) => ({
        userId,
        name,
        searchName: fold(name),
        kind: 'regular' as const,
        changeSeq,
      })),
    )
    .returning({ id: collections.id, name: collections.name })
  for (const { id, name } of created) {
    const entry = book.find(name)
    if (entry) entry.id = id
  }
  const entries = created.map(({ id }) => ({ userId, collectionId: id, changes: {} }))
  await recordHistory(tx, entries, { kind: 'import' })
  return created.length
}

/** Appends links to collections in order. */
export async function joinCollections(
  tx: Tx,
  book: CollectionBook,
  joins: { linkId: string; names: string[] }[],
  { userId, changeSeq }: Joining,
): Promise<void> {
  const rows = joins.flatMap(({ linkId, names }, index) =>
    [...new Set(names.map((name) => book.find(name)?.id))].map((collection_id) => ({
      collection_id,
      link_id: linkId,
      place: index + 1,
    })),
  )
  if (rows.length === 0) return
  const moves = await tx.execute<Omit<LinkMove, 'from'>>(sql`
    insert into ${collectionLinks} (collection_id, link_id, position)
    select joined.collection_id, joined.link_id, joined.place + coalesce(
      (select max(position) from ${collectionLinks} as held
        where held.collection_id = joined.collection_id), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as joined(collection_id uuid, link_id uuid, place int)
    returning collection_id as "collectionId", link_id as "linkId", position as "to"`)
  const ids = [...new Set(rows.flatMap(({ collection_id }) => collection_id ?? []))]
  await tx
    .update(collections)
    .set({ changeSeq, updatedAt: new Date() })
    .where(inArray(collections.id, ids))
  await recordMoves(
    tx,
    userId,
    moves.map((move) => ({ ...move, from: null })),
    { kind: 'bulk' },
  )
}

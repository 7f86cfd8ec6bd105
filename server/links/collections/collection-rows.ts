import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, uploads } from '../../platform/db/schema.ts'
import { sectionTitle } from './section-title.ts'

export type CollectionRow = typeof collections.$inferSelect
export type CollectionKind = CollectionRow['kind']

/**
 * Selects the collections of a user. Every query for a signed-in call uses it, so a call can only
 * see or change collections of its own user.
 */
export const ownCollections = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(collections.userId, userId), ...further)

/** Folded name in SQL. Names that an older server has written are compared without case. */
export const searchName = sql`coalesce(${collections.searchName}, lower(${collections.name}))`

/** Selects one collection of a user, optionally of one kind. An invalid id is a 404. */
export function ownCollection(userId: string, id: string, kind?: CollectionKind) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownCollections(userId, eq(collections.id, id), kind && eq(collections.kind, kind))
}

/** Collection with the data of other tables that its answer needs. */
export type FullCollection = {
  collection: CollectionRow
  /** Key of the cover picture. */
  imageKey: string | null
  sectionTitle: string | null
}

export const selectCollections = (db: DbOrTx) =>
  db
    .select({ collection: collections, imageKey: uploads.imageKey, sectionTitle })
    .from(collections)
    .leftJoin(uploads, eq(uploads.id, collections.imageUploadId))

/**
 * Returns a collection without its links. In a write, call `nextChange` before; it locks out
 * concurrent writes.
 */
export async function findCollection(
  db: DbOrTx,
  userId: string,
  id: string,
  kind?: CollectionKind,
): Promise<CollectionRow> {
  const [row] = await db
    .select()
    .from(collections)
    .where(ownCollection(userId, id, kind))
  if (!row) throw new HTTPException(404)
  return row
}

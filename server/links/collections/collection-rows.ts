import { and, eq, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, uploads } from '../../platform/db/schema.ts'
import { sectionTitle } from './section-title.ts'

export type CollectionRow = typeof collections.$inferSelect
export type CollectionKind = CollectionRow['kind']

/** The one place that says whose collections a signed-in call may see or touch. */
export const ownCollections = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(collections.userId, userId), ...further)

/** One of theirs, on request of one kind; any other id is a 404 (api.md section 0). */
export function ownCollection(userId: string, id: string, kind?: CollectionKind) {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return ownCollections(userId, eq(collections.id, id), kind && eq(collections.kind, kind))
}

/** A collection with what its answer needs of other tables. */
export type FullCollection = {
  collection: CollectionRow
  /** Of the picture that its creator gave it. */
  imageKey: string | null
  sectionTitle: string | null
}

export const selectCollections = (db: DbOrTx) =>
  db
    .select({ collection: collections, imageKey: uploads.imageKey, sectionTitle })
    .from(collections)
    .leftJoin(uploads, eq(uploads.id, collections.imageUploadId))

/** Without its links. In a write the change number that was taken first keeps everybody else away. */
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

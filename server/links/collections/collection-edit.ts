import { eq, ne, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { SmartCollectionEdit } from '#contract/collections.ts'
import { fold } from '#contract/search/fold.ts'
import { coverChanges } from '../../people/media/cover-changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { collections } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import { fieldChanges, recordHistory, type Cause } from '../../platform/history/record.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { refusePostLayout } from '../post-layout.ts'
import { linksChanged } from './collection-changes.ts'
import { readRule } from './collection-rule.ts'
import { ownCollections, searchName, type CollectionRow } from './collection-rows.ts'
import { COLLECTION_FIELDS } from './history/collection-fields.ts'

type Edit = Omit<InferOutput<typeof SmartCollectionEdit>, 'base'>

/**
 * Changes a collection, with all checks of an edit. `cause.more`: changes of its links, which are
 * saved already.
 */
export async function applyEdit(
  tx: Tx,
  collection: CollectionRow,
  edit: Edit,
  { changeSeq, cause = {} }: { changeSeq: number; cause?: Cause },
): Promise<void> {
  const { id } = collection
  const changes = changedFields(collection, await changesOf(tx, collection, edit))
  const hasMoves = Object.keys(cause.more ?? {}).length > 0
  if (Object.keys(changes).length === 0 && !hasMoves) return
  if (changes.name !== undefined) await refuseSimilarName(tx, collection.userId, changes.name, id)
  await updateCollection(tx, collection, { ...changes, changeSeq, updatedAt: new Date() }, cause)
  if (collection.kind === 'smart') return
  const isTouched = hasMoves || changes.layout !== undefined
  const { layout } = { ...collection, ...changes }
  if (isTouched && layout === 'post') await refusePostLayout(tx, id)
  if (changes.name !== undefined) await linksChanged(tx, id, changeSeq)
}

/** Updates a collection and its history. */
async function updateCollection(
  tx: Tx,
  collection: CollectionRow,
  changes: Partial<CollectionRow>,
  cause: Cause,
): Promise<void> {
  const { id: collectionId, userId } = collection
  await tx.update(collections).set(changes).where(eq(collections.id, collectionId))
  const fields = { ...fieldChanges(COLLECTION_FIELDS, collection, changes), ...cause.more }
  if (Object.keys(fields).length === 0) return
  const uploadId = 'image_upload_id' in fields ? collection.imageUploadId : null
  await recordHistory(tx, [{ userId, collectionId, changes: fields, uploadId }], cause)
}

async function changesOf(tx: Tx, row: CollectionRow, edit: Edit): Promise<Partial<CollectionRow>> {
  return {
    ...(edit.name !== undefined && { name: edit.name, searchName: fold(edit.name) }),
    ...(edit.layout !== undefined && { layout: edit.layout }),
    // A regular collection has no rule.
    ...(edit.rule !== undefined && row.kind === 'smart' && { rule: readRule(edit.rule, row.rule) }),
    ...(await coverChanges(tx, row.userId, row, edit)),
  }
}

/** Rejects a name that differs from another collection's name only in accents or the like. */
export async function refuseSimilarName(
  tx: Tx,
  userId: string,
  name: string,
  id?: string,
): Promise<void> {
  const isLike = sql`${searchName} = ${fold(name)}`
  const isOther = id === undefined ? undefined : ne(collections.id, id)
  const [found] = await tx
    .select({ name: collections.name })
    .from(collections)
    .where(ownCollections(userId, isLike, isOther))
    .limit(1)
  if (found && found.name.toLowerCase() !== name.toLowerCase())
    throw new FieldError('name', `You already have a collection named “${found.name}”.`)
}

/**
 * Runs a write and maps a duplicate name to a FieldError. Names of a user's collections are unique
 * regardless of case.
 */
export async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'collections_name')) throw error
    throw new FieldError('name', 'You already have a collection with this name.')
  }
}

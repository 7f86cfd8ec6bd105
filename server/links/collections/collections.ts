import { and, eq, sql, ne } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { InferOutput } from 'valibot'
import type {
  Collection,
  CollectionOrder,
  NewCollection,
  SmartCollectionEdit,
  SmartRule,
} from '#contract/collections.ts'
import { MAX_COLLECTIONS } from '#contract/limits.ts'
import { reorder } from '#contract/reordered.ts'
import { fold } from '#contract/search/fold.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { collections, removals } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { linksChanged } from './collection-changes.ts'
import { coverChanges, NO_COVER } from '../../people/media/cover-changes.ts'
import { readRule } from './collection-rule.ts'
import {
  findCollection,
  ownCollection,
  ownCollections,
  searchName,
  type CollectionKind,
  type CollectionRow,
} from './collection-rows.ts'
import { IN_ORDER, readCollection } from './collection-search.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
import { refusePostLayout } from '../post-layout.ts'
import { positionsJson } from '../../platform/lists/positions.ts'

type Input = InferOutput<typeof NewCollection> & { rule?: SmartRule }
type Edit = InferOutput<typeof SmartCollectionEdit>

/**
 * Creates a smart collection if there is a rule, otherwise a regular one. If the id exists, the
 * existing collection is returned.
 */
export async function createCollection(
  deps: Deps,
  { userId, id }: { userId: string; id: string },
  { name, layout = 'list', rule, ...picture }: Input,
): Promise<Collection> {
  await deps.clicks.settle()
  await withUniqueName(() =>
    deps.db.transaction(async (tx) => {
      const changeSeq = await nextChange(tx, userId)
      if (await wasCreated(tx, userId, id)) return
      await refuseTooMany(tx, userId)
      await refuseSimilarName(tx, userId, name)
      const cover = await coverChanges(tx, userId, NO_COVER, picture)
      const content = rule ? { kind: 'smart' as const, rule: readRule(rule) } : REGULAR
      await tx.insert(collections).values({
        id,
        userId,
        name,
        searchName: fold(name),
        layout,
        changeSeq,
        ...content,
        ...cover,
      })
    }),
  )
  return readCollection(deps.db, userId, id)
}

/**
 * Returns whether this id was created before. Throws a 404 if it was deleted, so that a late retry
 * does not restore it.
 */
async function wasCreated(tx: Tx, userId: string, id: string): Promise<boolean> {
  const removed = and(eq(removals.userId, userId), eq(removals.itemId, id))
  if (await tx.$count(removals, removed)) throw new HTTPException(404)
  return (await tx.$count(collections, ownCollection(userId, id))) > 0
}

const REGULAR = { kind: 'regular' as const }

/** Adds the values that PUT sets for omitted fields. PATCH leaves them unchanged. */
export const withPutDefaults = <Body extends object>(body: Body) => ({
  image_upload_id: null,
  image_params: null,
  thumbnail_params: null,
  layout: 'list' as const,
  ...body,
})

export async function editCollection(
  deps: Deps,
  userId: string,
  { id, kind, edit }: { id: string; kind: CollectionKind | undefined; edit: Edit },
): Promise<Collection> {
  await deps.clicks.settle()
  await withUniqueName(() =>
    deps.db.transaction(async (tx) => {
      const changeSeq = await nextChange(tx, userId)
      const collection = await findCollection(tx, userId, id, kind)
      const changes = changedFields(
        collection,
        await changesOf(tx, collection, await ownChanges(tx, collection)),
      )
      if (Object.keys(changes).length === 0) return
      if (changes.name !== undefined)
        await refuseSimilarName(tx, userId, changes.name, collection.id)
      await tx
        .update(collections)
        .set({ ...changes, changeSeq, updatedAt: new Date() })
        .where(eq(collections.id, collection.id))
      const isRegular = collection.kind === 'regular'
      if (isRegular && changes.layout === 'post') await refusePostLayout(tx, collection.id)
      if (isRegular && changes.name !== undefined) await linksChanged(tx, collection.id, changeSeq)
    }),
  )
  return readCollection(deps.db, userId, id)

  /**
   * Returns the fields that this client has changed. Concurrent changes of other clients are kept.
   */
  async function ownChanges(tx: Tx, row: CollectionRow): Promise<Edit> {
    const { base, ...changes } = edit
    if (!base) return changes
    const latest = await readCollection(tx, userId, row.id)
    return mergeEdit(changes, { base, current: latest, latest })
  }
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

/** Deletes a collection but not its links. Clients learn of it through `removals`. */
export async function deleteCollection(
  deps: Deps,
  userId: string,
  { id, kind }: { id: string; kind: CollectionKind | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const { id: itemId } = await findCollection(tx, userId, id, kind)
    await linksChanged(tx, itemId, changeSeq)
    await tx.delete(collections).where(eq(collections.id, itemId))
    await tx.insert(removals).values({ userId, list: 'collections', itemId, changeSeq })
  })
}

/** Reorders a user's collections. `base` is the order that the client had before the change. */
export async function orderCollections(
  deps: Deps,
  userId: string,
  { uuids, base }: InferOutput<typeof CollectionOrder>,
) {
  return deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const rows = await tx
      .select({ id: collections.id })
      .from(collections)
      .where(ownCollections(userId))
      .orderBy(...IN_ORDER)
    const ids = reorder(
      rows.map(({ id }) => id),
      uuids.map((uuid) => uuid.toLowerCase()),
      base?.map((uuid) => uuid.toLowerCase()),
    )
    await tx
      .update(collections)
      .set({ position: sql`placed.position`, changeSeq })
      .from(sql`jsonb_to_recordset(${positionsJson(ids)}::jsonb) as placed(id uuid, position int)`)
      .where(
        ownCollections(
          userId,
          sql`${collections.id} = placed.id and ${collections.position} <> placed.position`,
        ),
      )
    return ids.map((uuid, index) => ({ uuid, position: index + 1 }))
  })
}

/**
 * Throws if the user has the maximum number of collections. The check is exact because `nextChange`
 * locks the user's row.
 */
async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  const count = await tx.$count(collections, ownCollections(userId))
  if (count >= MAX_COLLECTIONS) {
    throw new FieldError('non_field_errors', `You can have ${MAX_COLLECTIONS} collections.`)
  }
}

/** Rejects a name that differs from another collection's name only in accents or the like. */
async function refuseSimilarName(tx: Tx, userId: string, name: string, id?: string): Promise<void> {
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
async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'collections_name')) throw error
    throw new FieldError('name', 'You already have a collection with this name.')
  }
}

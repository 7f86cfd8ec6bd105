import { and, eq, sql } from 'drizzle-orm'
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
import type { Deps } from '../../env.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { recordHistory } from '../../platform/history/record.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { linksChanged } from './collection-changes.ts'
import { applyEdit, refuseSimilarName, withUniqueName } from './collection-edit.ts'
import { coverChanges, NO_COVER } from '../../people/media/cover-changes.ts'
import { readRule } from './collection-rule.ts'
import {
  findCollection,
  ownCollection,
  ownCollections,
  type CollectionKind,
  type CollectionRow,
} from './collection-rows.ts'
import { IN_ORDER, readCollection } from './collection-search.ts'
import { recordInSections } from './record-in-sections.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
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
      await recordHistory(tx, [{ userId, collectionId: id, changes: {} }], { kind: 'create' })
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
      await applyEdit(tx, collection, await ownChanges(tx, collection), { changeSeq })
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

/**
 * Deletes a collection but not its links. Clients learn of it through `removals`. Sections that
 * showed it have this in the history of their page.
 */
export async function deleteCollection(
  deps: Deps,
  userId: string,
  { id, kind }: { id: string; kind: CollectionKind | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const { id: itemId, name } = await findCollection(tx, userId, id, kind)
    await linksChanged(tx, itemId, changeSeq)
    await recordInSections(tx, userId, itemId)
    await tx.delete(collections).where(eq(collections.id, itemId))
    await tx.insert(removals).values({ userId, list: 'collections', itemId, changeSeq, name })
    await recordAccountChange(tx, { userId, thing: 'collection', event: 'delete', name })
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
    if (ids.some((id, index) => id !== rows[index]?.id))
      await recordAccountChange(tx, { userId, thing: 'collection', event: 'reorder' })
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

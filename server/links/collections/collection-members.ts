import { and, asc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import type { Collection } from '#contract/collections.ts'
import { reorder } from '#contract/reordered.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { collectionLinks, collections, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { findCollection, type CollectionKind, type CollectionRow } from './collection-rows.ts'
import { readCollection } from './collection-search.ts'
import { refuseFull } from '../link-collections.ts'
import { ownLinks } from '../link-rows.ts'
import { recordMoves, type LinkMove } from './history/link-moves.ts'
import { refusePictureless } from '../post-layout.ts'
import { positionsJson } from '../../platform/lists/positions.ts'

/** Collection and links of a change. */
export type MemberEdit = {
  id: string
  kind: CollectionKind | undefined
  uuids: string[]
}

/**
 * Adds links at the end in the given order. Links already in the collection keep their position.
 */
export const addToCollection = (deps: Deps, userId: string, edit: MemberEdit) =>
  changeMembers(deps, userId, edit, async (tx, collection, uuids) => {
    await refuseUnknown(tx, userId, uuids)
    const [last] = await tx
      .select({ position: max(collectionLinks.position) })
      .from(collectionLinks)
      .where(eq(collectionLinks.collectionId, collection.id))
    const start = (last?.position ?? 0) + 1
    const added = await tx
      .insert(collectionLinks)
      .values(
        uuids.map((linkId, index) => ({
          collectionId: collection.id,
          linkId,
          position: start + index,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: collectionLinks.linkId, to: collectionLinks.position })
    const affectedLinks = added.map(({ id }) => id)
    await refuseFull(tx, [collection.id], 'uuids')
    if (collection.layout === 'post') await refusePictureless(tx, affectedLinks)
    return { moves: added.map(({ id, to }) => ({ id, from: null, to })), affectedLinks }
  })

/** Removes links. Links that are not in the collection are ignored, so that a retry is harmless. */
export const removeFromCollection = (deps: Deps, userId: string, edit: MemberEdit) =>
  changeMembers(deps, userId, edit, async (tx, collection, uuids) => {
    const removed = await tx
      .delete(collectionLinks)
      .where(
        and(
          eq(collectionLinks.collectionId, collection.id),
          inArray(collectionLinks.linkId, uuids),
        ),
      )
      .returning({ id: collectionLinks.linkId, from: collectionLinks.position })
    return {
      moves: removed.map(({ id, from }) => ({ id, from, to: null })),
      affectedLinks: removed.map(({ id }) => id),
    }
  })

/**
 * Reorders the links of a collection. `base` is the order that the client had before the change.
 */
export const orderCollection = (
  deps: Deps,
  userId: string,
  { base, ...edit }: MemberEdit & { base?: string[] | undefined },
) =>
  changeMembers(deps, userId, edit, async (tx, collection, uuids) => {
    const rows = await tx
      .select({ id: collectionLinks.linkId, position: collectionLinks.position })
      .from(collectionLinks)
      .where(eq(collectionLinks.collectionId, collection.id))
      .orderBy(asc(collectionLinks.position), asc(collectionLinks.linkId))
    const newOrder = reorder(
      rows.map(({ id }) => id),
      uuids,
      base?.map((uuid) => uuid.toLowerCase()),
    )
    const moved = await tx
      .update(collectionLinks)
      .set({ position: sql`placed.position` })
      .from(
        sql`jsonb_to_recordset(${positionsJson(newOrder)}::jsonb) as placed(id uuid, position int)`,
      )
      .where(
        and(
          eq(collectionLinks.collectionId, collection.id),
          eq(collectionLinks.linkId, sql`placed.id`),
          ne(collectionLinks.position, sql`placed.position`),
        ),
      )
      .returning({ id: collectionLinks.linkId, to: collectionLinks.position })
    const before = new Map(rows.map(({ id, position }) => [id, position]))
    return {
      moves: moved.map(({ id, to }) => ({ id, from: before.get(id) ?? null, to })),
      affectedLinks: [],
    }
  })

/**
 * Result of a change: positions of links before and after, and the links whose list of collection
 * names changed.
 */
type MemberChange = { moves: Move[]; affectedLinks: string[] }
type Move = Pick<LinkMove, 'from' | 'to'> & { id: string }
type Change = (tx: Tx, collection: CollectionRow, uuids: string[]) => Promise<MemberChange>

async function changeMembers(
  deps: Deps,
  userId: string,
  { id, kind, uuids }: MemberEdit,
  change: Change,
): Promise<Collection> {
  await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const collection = await findCollection(tx, userId, id, kind)
    if (collection.kind === 'smart') refuseSmart()
    const unique = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
    const { moves, affectedLinks: renamed } = await change(tx, collection, unique)
    if (moves.length === 0) return
    await tx
      .update(collections)
      .set({ changeSeq, updatedAt: new Date() })
      .where(eq(collections.id, collection.id))
    if (renamed.length > 0) {
      await tx.update(links).set({ changeSeq }).where(inArray(links.id, renamed))
    }
    const own = moves.map(({ id: linkId, ...move }) => ({
      collectionId: collection.id,
      linkId,
      ...move,
    }))
    await recordMoves(tx, userId, own)
  })
  return readCollection(deps.db, userId, id)
}

function refuseSmart(): never {
  throw new FieldError(
    'non_field_errors',
    'A rule selects and orders the links of a smart collection. Change the rule instead.',
  )
}

/** Throws if a link does not exist or belongs to another user. */
async function refuseUnknown(tx: Tx, userId: string, uuids: string[]): Promise<void> {
  const known = await tx.$count(links, ownLinks(userId, inArray(links.id, uuids)))
  if (known < uuids.length) throw new FieldError('uuids', 'This link does not exist.')
}

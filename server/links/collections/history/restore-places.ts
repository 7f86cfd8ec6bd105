import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/client.ts'
import { collectionLinks, links } from '../../../platform/db/schema.ts'
import type { FieldChanges } from '../../../platform/db/schema/links/history-schema.ts'
import { refuseFull } from '../../link-collections.ts'
import { ownLinks } from '../../link-rows.ts'
import type { CollectionRow } from '../collection-rows.ts'
import { moveChanges, type LinkMove } from './link-moves.ts'

/**
 * Gives links of a collection the positions of an earlier version, null for none. Returns the
 * changes, and the number of links that no longer exist.
 */
export async function restorePlaces(
  tx: Tx,
  { id, userId }: CollectionRow,
  places: Map<string, number | null>,
  changeSeq: number,
): Promise<{ changes: FieldChanges; lost: number }> {
  const now = await readPlaces(tx, userId, id, [...places.keys()])
  const moves = [...places].flatMap(([linkId, to]) => {
    const from = now.get(linkId)
    return from === undefined || from === to ? [] : [{ collectionId: id, linkId, from, to }]
  })
  await applyMoves(tx, id, moves)
  await refuseFull(tx, [id], 'non_field_errors')
  const renamed = moves.flatMap(({ linkId, from, to }) =>
    from === null || to === null ? linkId : [],
  )
  if (renamed.length > 0)
    await tx.update(links).set({ changeSeq }).where(inArray(links.id, renamed))
  const lost = [...places].filter(([linkId, to]) => to !== null && !now.has(linkId))
  return { changes: moveChanges(moves), lost: lost.length }
}

async function readPlaces(tx: Tx, userId: string, collectionId: string, ids: string[]) {
  const isInside = and(
    eq(collectionLinks.linkId, links.id),
    eq(collectionLinks.collectionId, collectionId),
  )
  const rows = await tx
    .select({ id: links.id, position: collectionLinks.position })
    .from(links)
    .leftJoin(collectionLinks, isInside)
    .where(ownLinks(userId, inArray(links.id, ids)))
  return new Map(rows.map(({ id, position }) => [id, position]))
}

async function applyMoves(tx: Tx, collectionId: string, moves: LinkMove[]): Promise<void> {
  const removed = moves.filter(({ to }) => to === null).map(({ linkId }) => linkId)
  const isRemoved = inArray(collectionLinks.linkId, removed)
  if (removed.length > 0)
    await tx
      .delete(collectionLinks)
      .where(and(eq(collectionLinks.collectionId, collectionId), isRemoved))
  const placed = moves.flatMap(({ linkId, to }) =>
    to === null ? [] : [{ collectionId, linkId, position: to }],
  )
  if (placed.length === 0) return
  await tx
    .insert(collectionLinks)
    .values(placed)
    .onConflictDoUpdate({
      target: [collectionLinks.collectionId, collectionLinks.linkId],
      set: { position: sql`excluded.position` },
    })
}

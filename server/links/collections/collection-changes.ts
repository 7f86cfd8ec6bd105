import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { collectionLinks, collections, links } from '../../platform/db/schema.ts'

/**
 * Marks the collections of a link as changed. Called when the link is hidden or shown or gets
 * another picture, which changes their count or preview.
 */
export async function collectionsChanged(tx: Tx, linkId: string, changeSeq: number): Promise<void> {
  const collectionIds = tx
    .select({ id: collectionLinks.collectionId })
    .from(collectionLinks)
    .where(eq(collectionLinks.linkId, linkId))
  await tx.update(collections).set({ changeSeq }).where(inArray(collections.id, collectionIds))
}

/**
 * Marks the links of a collection as changed. Called when the collection is renamed or about to be
 * deleted, because links contain the names of their collections.
 */
export async function linksChanged(tx: Tx, collectionId: string, changeSeq: number): Promise<void> {
  const linkIds = tx
    .select({ id: collectionLinks.linkId })
    .from(collectionLinks)
    .where(eq(collectionLinks.collectionId, collectionId))
  await tx.update(links).set({ changeSeq }).where(inArray(links.id, linkIds))
}

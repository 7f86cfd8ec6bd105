import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { collectionLinks, collections, links } from '../../platform/db/schema.ts'

/** A link is shown or hidden, or has another picture: count and preview of its collections change. */
export async function collectionsChanged(tx: Tx, linkId: string, changeSeq: number): Promise<void> {
  const holding = tx
    .select({ id: collectionLinks.collectionId })
    .from(collectionLinks)
    .where(eq(collectionLinks.linkId, linkId))
  await tx.update(collections).set({ changeSeq }).where(inArray(collections.id, holding))
}

/** A collection has another name, or is about to be deleted: its links answer other names. */
export async function linksChanged(tx: Tx, collectionId: string, changeSeq: number): Promise<void> {
  const held = tx
    .select({ id: collectionLinks.linkId })
    .from(collectionLinks)
    .where(eq(collectionLinks.collectionId, collectionId))
  await tx.update(links).set({ changeSeq }).where(inArray(links.id, held))
}

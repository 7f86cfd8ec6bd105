import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { sectionCollections, sections } from '../../platform/db/schema.ts'
import { recordHistory } from '../../platform/history/record.ts'

/** Ids of the collections in a section, in order. */
const collectionIds = sql<string[]>`array(
  select other.collection_id from ${sectionCollections} as other
  where other.section_id = ${sections.id} order by other.position, other.collection_id)`

/**
 * Records in the history of the page that its sections lose a collection, which is about to be
 * deleted. Without a page there is no history yet.
 */
export async function recordInSections(
  tx: Tx,
  userId: string,
  collectionId: string,
): Promise<void> {
  const rows = await tx
    .select({ id: sections.id, pageId: sections.pageId, ids: collectionIds })
    .from(sectionCollections)
    .innerJoin(sections, eq(sections.id, sectionCollections.sectionId))
    .where(eq(sectionCollections.collectionId, collectionId))
  const pageId = rows.find((row) => row.pageId !== null)?.pageId
  if (pageId == null) return
  const changes = rows.map(({ id, ids: from }) => {
    const to = from.filter((one) => one !== collectionId)
    // Named as in server/page/history/section-changes.ts.
    return [`section.${id}.collections`, { from, to }] as const
  })
  await recordHistory(tx, [{ userId, pageId, changes: Object.fromEntries(changes) }])
}

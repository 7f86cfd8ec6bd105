import { eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { collections, sectionCollections, sections } from '../../platform/db/schema.ts'

/**
 * Title of the first visible section with a title that contains the collection; null without one.
 */
export const sectionTitle = sql<string | null>`(
  select ${sections.title} from ${sectionCollections}
  join ${sections} on ${eq(sections.id, sectionCollections.sectionId)}
  where ${eq(sectionCollections.collectionId, collections.id)}
    and ${sections.isVisible} and ${sections.title} <> ''
  order by ${sections.position}, ${sections.id} limit 1)`

type Titles = Map<string, string | null>

/** Returns the section titles of all collections that are in sections. */
export async function sectionTitles(db: DbOrTx, userId: string): Promise<Titles> {
  const rows = await db
    .selectDistinct({ id: collections.id, title: sectionTitle })
    .from(collections)
    .innerJoin(sectionCollections, eq(sectionCollections.collectionId, collections.id))
    .where(eq(collections.userId, userId))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Marks collections as changed if their section title is another one now. */
export async function titlesChanged(
  tx: Tx,
  { before, after }: { before: Titles; after: Titles },
  changeSeq: number,
): Promise<void> {
  const known = [...new Set([...before.keys(), ...after.keys()])]
  const changed = known.filter((id) => (before.get(id) ?? null) !== (after.get(id) ?? null))
  if (changed.length === 0) return
  await tx.update(collections).set({ changeSeq }).where(inArray(collections.id, changed))
}

import { eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { collections, sectionCollections, sections } from '../../platform/db/schema.ts'

/** Of the first section of the page that shows the collection under a title; null without one. */
export const sectionTitle = sql<string | null>`(
  select ${sections.title} from ${sectionCollections}
  join ${sections} on ${eq(sections.id, sectionCollections.sectionId)}
  where ${eq(sectionCollections.collectionId, collections.id)}
    and ${sections.isVisible} and ${sections.title} <> ''
  order by ${sections.position}, ${sections.id} limit 1)`

type Titles = Map<string, string | null>

/** What the collections that are in sections answer at this moment. */
export async function sectionTitles(db: DbOrTx, userId: string): Promise<Titles> {
  const rows = await db
    .selectDistinct({ id: collections.id, title: sectionTitle })
    .from(collections)
    .innerJoin(sectionCollections, eq(sectionCollections.collectionId, collections.id))
    .where(eq(collections.userId, userId))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Copies learn of the collections that answer another title now. */
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

import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { DbOrTx } from '../../platform/db/client.ts'
import { pages, sectionCollections, sectionLinks, sections } from '../../platform/db/schema.ts'

/** A section with the ids of what it shows, each in its order. */
export type FullSection = {
  section: typeof sections.$inferSelect
  collections: string[]
  links: string[]
}

/** The one place that says whose sections a signed-in call may see or touch. */
export const ownSections = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(sections.userId, userId), ...further)

export const IN_ORDER = [sections.position, sections.id]

const collectionIds = sql<string[]>`array(
  select ${sectionCollections.collectionId} from ${sectionCollections}
  where ${eq(sectionCollections.sectionId, sections.id)}
  order by ${sectionCollections.position}, ${sectionCollections.collectionId})`

const linkIds = sql<string[]>`array(
  select ${sectionLinks.linkId} from ${sectionLinks}
  where ${eq(sectionLinks.sectionId, sections.id)}
  order by ${sectionLinks.position}, ${sectionLinks.linkId})`

export const selectSections = (db: DbOrTx) =>
  db
    .select({ section: sections, collections: collectionIds, links: linkIds })
    .from(sections)
    // Of one table alone columns are written without its name, which those above need.
    .leftJoin(pages, eq(pages.id, sections.pageId))

/** Any other id than one of theirs is a 404 (api.md section 0). */
export async function findSection(db: DbOrTx, userId: string, id: number): Promise<FullSection> {
  const [row] = await selectSections(db).where(ownSections(userId, eq(sections.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { DbOrTx } from '../../platform/db/client.ts'
import { pages, sectionCollections, sectionLinks, sections } from '../../platform/db/schema.ts'

/** A section with the ids of its collections and links in order. */
export type FullSection = {
  section: typeof sections.$inferSelect
  collections: string[]
  links: string[]
}

/** Returns the condition for sections of this user. All access checks of signed-in calls use it. */
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
    // Drizzle leaves out table names in a query with only one table, but the subqueries above need
    // them.
    .leftJoin(pages, eq(pages.id, sections.pageId))

/** Returns a section of the user. Throws a 404 for any other id (api.md section 0). */
export async function findSection(db: DbOrTx, userId: string, id: number): Promise<FullSection> {
  const [row] = await selectSections(db).where(ownSections(userId, eq(sections.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

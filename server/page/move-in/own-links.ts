import { asc, eq, inArray } from 'drizzle-orm'
import { ownLinks } from '../../links/link-rows.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { links, sectionLinks, sections } from '../../platform/db/schema.ts'
import { ownSections } from '../pages/section-rows.ts'

/** Returns the ids of the user's links by target. Of several links with one target, the oldest. */
export async function findOwnLinks(
  db: DbOrTx,
  userId: string,
  urls: string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .select({ id: links.id, url: links.url })
    .from(links)
    .where(ownLinks(userId, inArray(links.url, urls)))
    .orderBy(asc(links.createdAt), asc(links.id))
  const found = new Map<string, string>()
  for (const { id, url } of rows) if (!found.has(url)) found.set(url, id)
  return found
}

/** Returns the ids of the links that the user's sections hold. */
export async function linksInSections(db: DbOrTx, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: sectionLinks.linkId })
    .from(sectionLinks)
    .innerJoin(sections, eq(sections.id, sectionLinks.sectionId))
    .where(ownSections(userId))
  return new Set(rows.map(({ id }) => id))
}

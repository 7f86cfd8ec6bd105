import { eq, inArray, sql } from 'drizzle-orm'
import { MAX_PAGE_COLLECTIONS, MAX_PAGE_LINKS } from '#contract/limits.ts'
import { ownCollections } from '../../links/collections/collection-rows.ts'
import type { Tx } from '../../platform/db/client.ts'
import {
  collections,
  links,
  sectionCollections,
  sectionLinks,
  sections,
} from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { ownLinks } from '../../links/link-rows.ts'
import { ownSections } from './section-rows.ts'

/** Replaces the collections of a section, in the given order. */
export async function setCollections(
  tx: Tx,
  userId: string,
  sectionId: number,
  ids: string[],
): Promise<void> {
  const known = await tx.$count(collections, ownCollections(userId, inArray(collections.id, ids)))
  // Collections of other users look the same as unknown ones.
  if (known < ids.length) throw new FieldError('collections', 'This collection does not exist.')
  await tx.delete(sectionCollections).where(eq(sectionCollections.sectionId, sectionId))
  if (ids.length === 0) return
  await tx
    .insert(sectionCollections)
    .values(ids.map((collectionId, position) => ({ sectionId, collectionId, position })))
  const maxCollections = MAX_PAGE_COLLECTIONS
  if ((await countOnPage(tx, userId, sectionCollections)) > maxCollections) {
    throw new FieldError('collections', `A page can show ${maxCollections} collections.`)
  }
}

/** Replaces the links of a section, in the given order. */
export async function setLinks(
  tx: Tx,
  userId: string,
  sectionId: number,
  ids: string[],
): Promise<void> {
  const known = await tx.$count(links, ownLinks(userId, inArray(links.id, ids)))
  if (known < ids.length) throw new FieldError('links', 'This link does not exist.')
  await tx.delete(sectionLinks).where(eq(sectionLinks.sectionId, sectionId))
  if (ids.length === 0) return
  await tx
    .insert(sectionLinks)
    .values(ids.map((linkId, position) => ({ sectionId, linkId, position })))
  if ((await countOnPage(tx, userId, sectionLinks)) > MAX_PAGE_LINKS) {
    throw new FieldError('links', `A page can show ${MAX_PAGE_LINKS} links.`)
  }
}

/** Returns the number of entries in all sections of a user. */
async function countOnPage(
  tx: Tx,
  userId: string,
  table: typeof sectionCollections | typeof sectionLinks,
): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(sections)
    .innerJoin(table, eq(table.sectionId, sections.id))
    .where(ownSections(userId))
  return row?.count ?? 0
}

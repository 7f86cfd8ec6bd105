import type { Section, SectionPage } from '#contract/page/pages.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { sections } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { contentsOf, EMPTY_CONTENTS, type Contents } from './section-contents.ts'
import {
  findSection,
  IN_ORDER,
  ownSections,
  selectSections,
  type FullSection,
} from './section-rows.ts'

type Paging = { page: number; page_size: number }

/** Returns one page of a user's sections in order. The route adds `next`. */
export async function listSections(
  deps: Deps,
  userId: string,
  { page, page_size }: Paging,
): Promise<Omit<SectionPage, 'next'>> {
  await deps.clicks.settle()
  const [count, rows] = await Promise.all([
    deps.db.$count(sections, ownSections(userId)),
    selectSections(deps.db)
      .where(ownSections(userId))
      .orderBy(...IN_ORDER)
      .limit(page_size)
      .offset((page - 1) * page_size),
  ])
  return { results: await withContents(deps.db, userId, rows), count }
}

export async function getSection(deps: Deps, userId: string, id: number): Promise<Section> {
  await deps.clicks.settle()
  return readSection(deps.db, userId, id)
}

/**
 * Returns a section after a write. Does not wait for clicks, because the write may hold locks that
 * storing clicks needs.
 */
export async function readSection(db: DbOrTx, userId: string, id: number): Promise<Section> {
  const row = await findSection(db, userId, id)
  const contents = await contentsOf(db, userId, [id])
  return toSection(row, contents.get(id))
}

async function withContents(db: DbOrTx, userId: string, rows: FullSection[]): Promise<Section[]> {
  const contents = await contentsOf(
    db,
    userId,
    rows.map(({ section }) => section.id),
  )
  return rows.map((row) => toSection(row, contents.get(row.section.id)))
}

/** Converts a section to its API form. */
const toSection = (
  { section, collections, links }: FullSection,
  { count, imageUrls }: Contents = EMPTY_CONTENTS,
): Section => ({
  id: section.id,
  title: section.title,
  type: section.type,
  layout: section.layout,
  position: section.position,
  is_visible: section.isVisible,
  collections,
  links,
  text: section.text,
  link_count: count,
  image_urls: imageUrls,
})

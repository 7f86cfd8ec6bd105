import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CollectionLayout } from '#contract/collections.ts'
import { PAGE_SOURCE, SOURCE_PARAMETER } from '#contract/sources.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, sectionCollections, sections } from '../../platform/db/schema.ts'
import { publicSocialLinks, type PublicSocialLink } from '../../people/social/social-links.ts'
import type { PageRow } from './page-rows.ts'
import { linksOfCollections, linksOfSections, type ByHolder, type Product } from './products.ts'
import { freshUntil } from './fresh-until.ts'
import { nextStart } from '../pages/shown-links.ts'

/** Products with a common heading. With an empty name, only the section's title is shown. */
export type Group = { name: string; products: Product[] }
export type PageSection = { id: number; title: string } & (
  | { type: 'collections' | 'links'; layout: CollectionLayout; groups: Group[] }
  | { type: 'text'; text: string }
  | { type: 'social' }
)

export type PageContent = {
  page: PageRow
  social: PublicSocialLink[]
  sections: PageSection[]
  /** Time until which the content stays the same unless edited, in milliseconds since 1970. */
  freshUntil: number
}

type Deps = { db: DbOrTx; config: Config }

/** Reads the current content of a page. Empty sections are left out. */
export async function readContent({ db, config }: Deps, page: PageRow): Promise<PageContent> {
  const now = new Date()
  const productQuery = { db, config, userId: page.userId, now }
  const [rows, social, starts] = await Promise.all([
    db
      .select()
      .from(sections)
      .where(
        and(
          eq(sections.pageId, page.id),
          eq(sections.userId, page.userId),
          eq(sections.isVisible, true),
        ),
      )
      .orderBy(asc(sections.position), asc(sections.id)),
    publicSocialLinks(db, page.userId),
    nextStart(db, page.userId, now),
  ])
  const shownCollections = await collectionsOf(db, page.userId, idsOf(rows, 'collections'))
  const [inSections, inCollections] = await Promise.all([
    linksOfSections(productQuery, idsOf(rows, 'links')),
    linksOfCollections(productQuery, shownCollections),
  ])
  const contents = rows.flatMap((row) =>
    toSection(row, { shownCollections, inSections, inCollections, social }),
  )
  const products = contents.flatMap((one) => ('groups' in one ? one.groups : []))
  const ends = products.flatMap((group) => group.products.map(({ endsAt }) => endsAt))
  const rules = shownCollections.map(({ rule }) => rule)
  return { page, social, sections: contents, freshUntil: freshUntil(now, [starts, ...ends], rules) }
}

/** Returns the content with the source in the URLs of products, for the links that visitors follow. */
export const withPageSource = (content: PageContent): PageContent => ({
  ...content,
  sections: content.sections.map((section) =>
    'groups' in section ? { ...section, groups: section.groups.map(markGroup) } : section,
  ),
})

const markGroup = ({ name, products }: Group): Group => ({
  name,
  products: products.map((product) => ({ ...product, url: product.url + PAGE_QUERY })),
})
const PAGE_QUERY = `?${SOURCE_PARAMETER}=${PAGE_SOURCE}`

type Row = typeof sections.$inferSelect
type HeldCollection = Awaited<ReturnType<typeof collectionsOf>>[number]
type SectionData = {
  shownCollections: HeldCollection[]
  inSections: ByHolder
  inCollections: ByHolder
  social: PublicSocialLink[]
}

const idsOf = (rows: Row[], type: Row['type']) =>
  rows.filter((row) => row.type === type).map(({ id }) => id)

async function collectionsOf(db: DbOrTx, userId: string, sectionIds: number[]) {
  if (sectionIds.length === 0) return []
  return db
    .select({
      sectionId: sectionCollections.sectionId,
      id: collections.id,
      name: collections.name,
      rule: collections.rule,
    })
    .from(sectionCollections)
    .innerJoin(collections, eq(collections.id, sectionCollections.collectionId))
    .where(and(inArray(sectionCollections.sectionId, sectionIds), eq(collections.userId, userId)))
    .orderBy(sectionCollections.sectionId, sectionCollections.position, collections.id)
}

function toSection(
  row: Row,
  { shownCollections, inSections, inCollections, social }: SectionData,
): PageSection[] {
  const { id, title, layout, type } = row
  if (type === 'text') return row.text.trim() === '' ? [] : [{ id, title, type, text: row.text }]
  if (type === 'social') return social.length === 0 ? [] : [{ id, title, type }]
  if (type === 'links') {
    const products = inSections.get(String(id)) ?? []
    return products.length === 0
      ? []
      : [{ id, title, type, layout, groups: [{ name: '', products }] }]
  }
  const groups = shownCollections
    .filter(({ sectionId }) => sectionId === id)
    .map((one) => ({ name: one.name, products: inCollections.get(one.id) ?? [] }))
    .filter(({ products }) => products.length > 0)
  const [first, ...others] = groups
  if (!first) return []
  if (others.length > 0) return [{ id, title, type, layout, groups }]
  // A single collection needs no second heading.
  return [{ id, title: title || first.name, type, layout, groups: [{ ...first, name: '' }] }]
}

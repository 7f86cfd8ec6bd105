import { randomUUID } from 'node:crypto'
import {
  collectionLinks,
  collections,
  pages,
  sectionCollections,
  sectionLinks,
  sections,
  uploads,
  users,
} from '../../../../server/platform/db/schema.ts'
import { eq } from 'drizzle-orm'
import { addSocialLink } from '../../../../server/people/social/social-links.ts'
import { addLink, addOwner, type LinkFields, type StoredLink } from '../links/short-links.ts'
import type { TestServer } from '../test-app.ts'

type PageFields = Partial<typeof pages.$inferInsert>
export type StoredPage = typeof pages.$inferSelect
type SectionFields = Partial<typeof sections.$inferInsert>

export const newSlug = () => `ana-${randomUUID().slice(0, 8)}`

/** Stores a published page of a new person. */
export async function addPage(server: TestServer, fields: PageFields = {}): Promise<StoredPage> {
  const userId = fields.userId ?? (await addOwner(server))
  if (fields.userId === undefined) await name(server, userId, 'Ana')
  const values = { slug: newSlug(), title: 'Ana Example', isPublished: true, ...fields, userId }
  const [page] = await server.deps.db.insert(pages).values(values).returning()
  if (!page) throw new Error('no page')
  return page
}

export async function name({ deps }: TestServer, userId: string, nameFirst: string) {
  await deps.db.update(users).set({ nameFirst }).where(eq(users.id, userId))
}

export type StoredSection = typeof sections.$inferSelect

/** Adds a section at the end of the page. */
export async function addSection(
  { deps }: TestServer,
  page: StoredPage,
  fields: SectionFields = {},
): Promise<StoredSection> {
  const position = await deps.db.$count(sections, eq(sections.pageId, page.id))
  const values = { type: 'links' as const, position, ...fields }
  const [section] = await deps.db
    .insert(sections)
    .values({ ...values, userId: page.userId, pageId: page.id })
    .returning()
  if (!section) throw new Error('no section')
  return section
}

/** Adds links of this person to a section. */
export async function addLinks(
  server: TestServer,
  page: StoredPage,
  section: SectionFields,
  links: LinkFields[],
): Promise<StoredLink[]> {
  const { id: sectionId } = await addSection(server, page, section)
  const stored = []
  for (const fields of links) stored.push(await addLink(server, { ...fields, userId: page.userId }))
  const rows = stored.map(({ id: linkId }, position) => ({ sectionId, linkId, position }))
  if (rows.length > 0) await server.deps.db.insert(sectionLinks).values(rows)
  return stored
}

type CollectionFields = Partial<typeof collections.$inferInsert>

/** Adds a collection with these links to a section. */
export async function addCollection(
  server: TestServer,
  page: StoredPage,
  { section, links, ...fields }: CollectionFields & { section: StoredSection; links: LinkFields[] },
): Promise<{ id: string; links: StoredLink[] }> {
  const { db } = server.deps
  const values = { kind: 'regular' as const, name: randomUUID(), ...fields, userId: page.userId }
  const [collection] = await db.insert(collections).values(values).returning()
  if (!collection) throw new Error('no collection')
  const { id: collectionId } = collection
  const place = await db.$count(sectionCollections, eq(sectionCollections.sectionId, section.id))
  await db
    .insert(sectionCollections)
    .values({ sectionId: section.id, collectionId, position: place })
  const stored = []
  for (const one of links) stored.push(await addLink(server, { ...one, userId: page.userId }))
  const rows = stored.map(({ id: linkId }, position) => ({ collectionId, linkId, position }))
  if (rows.length > 0) await db.insert(collectionLinks).values(rows)
  return { id: collectionId, links: stored }
}

/** Stores a picture of this person as an upload does. */
export async function addUpload({ deps }: TestServer, userId: string, imageKey: string) {
  const size = { width: 1600, height: 1200 }
  const [upload] = await deps.db
    .insert(uploads)
    .values({ userId, kind: 'page', imageKey, ...size })
    .returning()
  if (!upload) throw new Error('no upload')
  return upload
}

export async function addSocialLinks({ deps }: TestServer, userId: string, urls: string[]) {
  for (const url of urls) await addSocialLink(deps.db, userId, url)
}

/** Returns a valid image key without a stored image. */
export const newImageKey = () =>
  `${randomUUID().replaceAll('-', '')}${randomUUID().replaceAll('-', '')}.webp`

export const openPage = (server: TestServer, slug: string, headers: Record<string, string> = {}) =>
  server.request('GET', `/p/${slug}`, { headers })

export async function htmlOf(server: TestServer, slug: string): Promise<string> {
  const response = await openPage(server, slug)
  if (response.status !== 200) throw new Error(`no page: ${response.status}`)
  return response.text()
}

/** Returns the visible text of a page. */
export const visibleText = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

/** Returns the visible text of a published page. */
export const wordsOn = async (server: TestServer, slug: string) =>
  visibleText(await htmlOf(server, slug))

/** Returns the addresses of links in HTML, as a browser reads them. */
export const hrefsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to?.replaceAll('&amp;', '&'))

export async function pageOf({ deps }: TestServer, slug: string): Promise<StoredPage> {
  const [page] = await deps.db.select().from(pages).where(eq(pages.slug, slug))
  if (!page) throw new Error('no page')
  return page
}

import { and, eq, inArray } from 'drizzle-orm'
import { ownCollections } from '../../links/collections/collection-rows.ts'
import { ownLinks } from '../../links/link-rows.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, links, removals, sections } from '../../platform/db/schema.ts'
import type { FieldChanges } from '../../platform/db/schema/links/history-schema.ts'
import type { FieldWords } from '../../platform/history/words.ts'
import { ownSections } from '../pages/section-rows.ts'
import { capitalized, PAGE_WORDS } from './page-fields.ts'
import { SECTION_IDS, SECTION_ORDER, sectionOf, type SectionState } from './section-changes.ts'

type Names = Map<string, string>
type Words = Record<string, FieldWords>

/** Returns the words for changes of a page, with the names of what its sections contain. */
export async function pageWords(
  db: DbOrTx,
  userId: string,
  changes: FieldChanges[],
): Promise<Words> {
  const found = changes.flatMap((entry) => Object.keys(entry).map((name) => ({ name, entry })))
  if (!found.some(({ name }) => name.startsWith('section'))) return PAGE_WORDS
  const titles = await readTitles(db, userId, changes)
  const names = await readNames(db, userId, changes)
  const words = { ...PAGE_WORDS }
  for (const { name } of found) {
    const section = sectionOf(name)
    const make = WORDS[section?.field ?? 'section']
    if (section && make) words[name] = make(inQuotes(titles.get(section.id)), names)
  }
  words[SECTION_ORDER] = { label: 'Order of the sections', text: (ids) => orderText(ids, titles) }
  return words
}

/** Returns a title in quotes, or words for a section without one. */
export const inQuotes = (title: string | undefined) => (title ? `“${title}”` : 'untitled section')

/** Words for a section with its title in quotes, by field. */
const WORDS: Record<string, (title: string, names: Names) => FieldWords> = {
  section: (title, names) => ({
    label: `Section ${title}`,
    text: (value) => (value === null ? null : summary(value as SectionState, names)),
  }),
  title: (title) => ({ label: `Title of ${title}` }),
  type: (title) => ({ label: `Type of ${title}`, text: capitalized }),
  layout: (title) => ({ label: `Layout of ${title}`, text: capitalized }),
  is_visible: (title) => ({
    label: `Visibility of ${title}`,
    text: (value) => (value === true ? 'Shown' : 'Hidden'),
  }),
  text: (title) => ({ label: `Text of ${title}` }),
  collections: (title, names) => ({
    label: `Collections in ${title}`,
    text: (ids) => listText(ids, names),
  }),
  links: (title, names) => ({ label: `Links in ${title}`, text: (ids) => listText(ids, names) }),
}

/** Returns what a section contains, in a line. */
function summary({ type, is_visible, text, ...ids }: SectionState, names: Names): string {
  const contents = type === 'text' ? text : listText([...ids.collections, ...ids.links], names)
  const kind = type === 'social' ? 'Social accounts' : capitalized(type)
  return `${kind}${is_visible ? '' : ', hidden'}${contents ? `: ${contents}` : ''}`
}

function listText(ids: unknown, names: Names): string | null {
  const found = (ids as string[]).map((id) => names.get(id) ?? 'deleted')
  if (found.length === 0) return null
  return found.length === 1 ? found.join('') : `${found.length} (${found.join(', ')})`
}

const orderText = (ids: unknown, titles: Map<number, string>) =>
  (ids as number[]).map((id) => titles.get(id) || 'Untitled section').join(', ')

/** Returns the latest known title of each section, also of deleted ones. */
async function readTitles(db: DbOrTx, userId: string, changes: FieldChanges[]) {
  const titles = new Map<number, string>()
  for (const [name, { from, to }] of changes.flatMap((entry) => Object.entries(entry))) {
    const section = sectionOf(name)
    if (!section || titles.has(section.id)) continue
    if (section.field === 'title') titles.set(section.id, String(to))
    if (section.field === undefined) titles.set(section.id, ((to ?? from) as SectionState).title)
  }
  const ids = changes.flatMap((entry) => [
    ...Object.keys(entry).flatMap((name) => sectionOf(name)?.id ?? []),
    ...[entry[SECTION_ORDER], entry[SECTION_IDS]].flatMap((order) =>
      order ? [...(order.from as number[]), ...(order.to as number[])] : [],
    ),
  ])
  const rows = await db
    .select({ id: sections.id, title: sections.title })
    .from(sections)
    .where(ownSections(userId, inArray(sections.id, [...new Set(ids)])))
  for (const { id, title } of rows) titles.set(id, title)
  return titles
}

/** Returns the names of the links and collections in changes, by id. Some deleted ones are missing. */
async function readNames(db: DbOrTx, userId: string, changes: FieldChanges[]): Promise<Names> {
  const ids = [...new Set(changes.flatMap(idsIn))]
  const ownedLinks = await db
    .select({ id: links.id, name: links.name, url: links.url })
    .from(links)
    .where(ownLinks(userId, inArray(links.id, ids)))
  const ownedCollections = await db
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .where(ownCollections(userId, inArray(collections.id, ids)))
  const removed = await db
    .select({ id: removals.itemId, name: removals.name })
    .from(removals)
    .where(and(eq(removals.userId, userId), inArray(removals.itemId, ids)))
  return new Map([
    ...removed.flatMap(({ id, name }) => (name ? [[id, `${name} (deleted)`] as const] : [])),
    ...ownedLinks.map(({ id, name, url }) => [id, name || url] as const),
    ...ownedCollections.map(({ id, name }) => [id, name] as const),
  ])
}

const idsIn = (changes: FieldChanges): string[] =>
  Object.entries(changes).flatMap(([name, { from, to }]) => {
    const section = sectionOf(name)
    if (!section) return []
    if (section.field === 'links' || section.field === 'collections')
      return [...(from as string[]), ...(to as string[])]
    if (section.field !== undefined) return []
    const states = [from, to] as (SectionState | null)[]
    return states.flatMap((state) => (state ? [...state.collections, ...state.links] : []))
  })

import { eq, inArray } from 'drizzle-orm'
import { NewSection } from '#contract/page/pages.ts'
import { ownCollections } from '../../links/collections/collection-rows.ts'
import { ownLinks } from '../../links/link-rows.ts'
import type { Tx } from '../../platform/db/client.ts'
import { collections, links, sections } from '../../platform/db/schema.ts'
import type { FieldChanges } from '../../platform/db/schema/links/history-schema.ts'
import { parseVersion } from '../../platform/history/restore.ts'
import { setOrder } from '../pages/section-order.ts'
import { findSection, ownSections } from '../pages/section-rows.ts'
import { newState, setState } from '../pages/section-state.ts'
import { withPageTitles } from '../pages/sections.ts'
import {
  readSections,
  SECTION_IDS,
  SECTION_ORDER,
  sectionChanges,
  sectionOf,
  type SectionState,
} from './section-changes.ts'
import { inQuotes } from './section-words.ts'

type Values = Record<string, unknown>
type Owner = { userId: string; pageId: number }

/**
 * Gives a page the sections of an earlier version. Deleted sections get their former id, so that
 * the restore can be undone. Returns the changes and what could not be restored, in words.
 */
export async function restoreSections(
  tx: Tx,
  owner: Owner,
  values: Values,
): Promise<{ changes: FieldChanges; leftOut: string[] }> {
  const { userId } = owner
  const before = await readSections(tx, userId)
  const targets = sectionsOfVersion(values, before)
  const order = orderOfVersion(values)
  if (targets.length === 0 && !order) return { changes: {}, leftOut: [] }
  const leftOut: string[] = []
  await withPageTitles(tx, userId, async (inner) => {
    const removed = targets.flatMap(({ id, state }) => (state ? [] : [id]))
    await inner.delete(sections).where(ownSections(userId, inArray(sections.id, removed)))
    for (const { id, state } of targets) {
      // oxlint-disable-next-line no-await-in-loop -- they share the limits of a page
      if (state) leftOut.push(...(await restoreSection(inner, owner, id, state)))
    }
    if (order) await restoreOrder(inner, userId, order)
    return true
  })
  return { changes: sectionChanges(before, await readSections(tx, userId)), leftOut }
}

type Target = { id: number; state: SectionState | null }

/**
 * Returns the sections that differ in a version, null for those that did not exist. Sections that
 * lose entries come first, because a page has limits for its entries.
 */
function sectionsOfVersion(values: Values, now: Map<number, SectionState>): Target[] {
  const earlier = new Map<number, { whole?: SectionState | null; fields: Values }>()
  // In the order of the changes: fields that changed after a deletion belong to a later section.
  for (const [name, value] of Object.entries(values)) {
    const section = sectionOf(name)
    if (!section) continue
    const state = earlier.get(section.id) ?? { fields: {} }
    earlier.set(section.id, state)
    if (section.field === undefined) state.whole = value as SectionState | null
    else if (state.whole === undefined) state.fields[section.field] = value
  }
  const growth = ({ id, state }: Target) => size(state) - size(now.get(id))
  const targets = [...earlier].flatMap(([id, { whole, fields }]): Target[] => {
    const base = whole === undefined ? now.get(id) : whole
    if (base === undefined) return []
    return [{ id, state: base && { ...base, ...fields } }]
  })
  return targets.toSorted((a, b) => growth(a) - growth(b))
}

const size = (state: SectionState | null | undefined) =>
  state ? state.links.length + state.collections.length : 0

const orderOfVersion = (values: Values) => {
  const name = Object.keys(values).find((key) => key === SECTION_ORDER || key === SECTION_IDS)
  return name === undefined ? undefined : (values[name] as number[])
}

/** Restores a section with what still exists. Returns what does not, in words. */
async function restoreSection(
  tx: Tx,
  { userId, pageId }: Owner,
  id: number,
  state: SectionState,
): Promise<string[]> {
  const input = parseVersion(NewSection, state)
  const known = await knownIds(tx, userId, state)
  const kept = {
    links: state.links.filter((one) => known.has(one)),
    collections: state.collections.filter((one) => known.has(one)),
  }
  const exists = await tx.$count(sections, ownSections(userId, eq(sections.id, id)))
  if (exists === 0) await tx.insert(sections).values({ id, userId, pageId, type: state.type })
  await setState(tx, await findSection(tx, userId, id), newState({ ...input, ...kept }))
  const title = inQuotes(state.title)
  return [
    ...lost(state.links.length - kept.links.length, 'link', title),
    ...lost(state.collections.length - kept.collections.length, 'collection', title),
  ]
}

async function knownIds(tx: Tx, userId: string, state: SectionState): Promise<Set<string>> {
  const ownedLinks = await tx
    .select({ id: links.id })
    .from(links)
    .where(ownLinks(userId, inArray(links.id, state.links)))
  const ownedCollections = await tx
    .select({ id: collections.id })
    .from(collections)
    .where(ownCollections(userId, inArray(collections.id, state.collections)))
  return new Set([...ownedLinks, ...ownedCollections].map(({ id }) => id))
}

function lost(count: number, what: string, title: string): string[] {
  if (count === 0) return []
  return count === 1
    ? [`1 ${what} in ${title} no longer exists.`]
    : [`${count} ${what}s in ${title} no longer exist.`]
}

/** Sets the order of a version. Sections that it does not have follow at the end. */
async function restoreOrder(tx: Tx, userId: string, order: number[]): Promise<void> {
  const now = [...(await readSections(tx, userId)).keys()]
  const known = order.filter((id) => now.includes(id))
  await setOrder(tx, userId, [...known, ...now.filter((id) => !known.includes(id))])
}

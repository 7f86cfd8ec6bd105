import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db/client.ts'
import type { FieldChanges } from '../../platform/db/schema/links/history-schema.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { recordHistory } from '../../platform/history/record.ts'
import { findPage } from '../pages/page-rows.ts'
import { IN_ORDER, ownSections, selectSections, type FullSection } from '../pages/section-rows.ts'

/** Fields of a section in the history of its page, named as in an edit. */
export type SectionState = ReturnType<typeof toState>
/** Sections of a page by id, in their order. */
type Sections = Map<number, SectionState>

/** Order of the sections, if sections that stay were moved. */
export const SECTION_ORDER = 'section_order'
/** Order of the sections, if some were only added or deleted. */
export const SECTION_IDS = 'section_ids'

const toState = ({ section, collections, links }: FullSection) => ({
  title: section.title,
  type: section.type,
  layout: section.layout,
  is_visible: section.isVisible,
  text: section.text,
  collections,
  links,
})

export async function readSections(tx: Tx, userId: string): Promise<Sections> {
  const rows = await selectSections(tx)
    .where(ownSections(userId))
    .orderBy(...IN_ORDER)
  return new Map(rows.map((row) => [row.section.id, toState(row)]))
}

/**
 * Records what has changed in the sections of a user: in the history of the page, or among the
 * changes of the account if there is no page yet.
 */
export async function recordSections(tx: Tx, userId: string, before: Sections): Promise<void> {
  const after = await readSections(tx, userId)
  const changes = sectionChanges(before, after)
  if (Object.keys(changes).length === 0) return
  const found = await findPage(tx, userId)
  if (found) await recordHistory(tx, [{ userId, pageId: found.page.id, changes }])
  else await recordWithoutPage(tx, userId, { before, after, changes })
}

async function recordWithoutPage(
  tx: Tx,
  userId: string,
  { before, after, changes }: { before: Sections; after: Sections; changes: FieldChanges },
): Promise<void> {
  const thing = 'section'
  for (const id of new Set(Object.keys(changes).flatMap((name) => sectionOf(name)?.id ?? []))) {
    const [from, to] = [before.get(id)?.title, after.get(id)?.title]
    const event = from === undefined ? 'create' : to === undefined ? 'delete' : 'edit'
    const name = to ?? from ?? ''
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await recordAccountChange(tx, { userId, thing, event, name, nameBefore: from ?? name })
  }
  if (SECTION_ORDER in changes) await recordAccountChange(tx, { userId, thing, event: 'reorder' })
}

/**
 * Returns the differences between sections: `section.{id}.{field}` of one that was edited, and
 * `section.{id}` with all fields of one that was added or deleted.
 */
export function sectionChanges(before: Sections, after: Sections): FieldChanges {
  const changes: FieldChanges = {}
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(id), after.get(id)]
    if (from && to) Object.assign(changes, editedFields(id, from, to))
    else changes[`section.${id}`] = { from: from ?? null, to: to ?? null }
  }
  const [from, to] = [[...before.keys()], [...after.keys()]]
  if (isDeepStrictEqual(from, to)) return changes
  const isMoved = !isDeepStrictEqual(
    from.filter((id) => after.has(id)),
    to.filter((id) => before.has(id)),
  )
  changes[isMoved ? SECTION_ORDER : SECTION_IDS] = { from, to }
  return changes
}

function editedFields(id: number, from: SectionState, to: SectionState): FieldChanges {
  const fields = Object.keys(from) as (keyof SectionState)[]
  const edited = fields.filter((field) => !isDeepStrictEqual(from[field], to[field]))
  return Object.fromEntries(
    edited.map((field) => [`section.${id}.${field}`, { from: from[field], to: to[field] }]),
  )
}

/** Returns the id and field in the name of a change. The field is missing for a whole section. */
export function sectionOf(name: string): { id: number; field: string | undefined } | undefined {
  const [, id, field] = /^section\.(\d+)(?:\.(\w+))?$/.exec(name) ?? []
  return id === undefined ? undefined : { id: Number(id), field }
}

import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { MAX_SECTIONS } from '#contract/limits.ts'
import type { NewSection, Section, SectionEdit, SectionType } from '#contract/pages.ts'
import { reorder } from '#contract/reordered.ts'
import { sectionTitles, titlesChanged } from '../../links/collections/section-title.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { sections } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
import { findPage } from './page-rows.ts'
import { PREDEFINED_SECTIONS } from './predefined-sections.ts'
import { refusePostSection } from './section-contents.ts'
import { setCollections, setLinks } from './section-members.ts'
import { moveSection, sectionOrder, setOrder } from './section-order.ts'
import { findSection, type FullSection } from './section-rows.ts'
import { readSection } from './section-search.ts'

type Input = InferOutput<typeof NewSection>
type Edit = InferOutput<typeof SectionEdit>
/** All fields of a section except its position. */
type State = Pick<FullSection['section'], 'title' | 'type' | 'layout' | 'isVisible' | 'text'> &
  Pick<FullSection, 'collections' | 'links'>

/** Creates a section at the given position, or at the end. */
export async function createSection(db: Db, userId: string, input: Input): Promise<Section> {
  const state = newState(input)
  return changeSection(db, userId, async (tx) => {
    const others = await sectionOrder(tx, userId)
    if (others.length >= MAX_SECTIONS) {
      throw new FieldError('non_field_errors', `A page can have ${MAX_SECTIONS} sections.`)
    }
    const pageId = (await findPage(tx, userId))?.page.id ?? null
    const { type } = state
    const values = { userId, pageId, type, position: others.length }
    const [made] = await tx.insert(sections).values(values).returning({ id: sections.id })
    if (!made) throw new Error('insert returned no row')
    await setState(tx, await findSection(tx, userId, made.id), state)
    if (input.position !== undefined) await moveSection(tx, userId, made.id, input.position)
    return { id: made.id, isChanged: true }
  })
}

/** Replaces a section (PUT). Without a position, it stays where it is. */
export async function replaceSection(
  db: Db,
  userId: string,
  id: number,
  input: Input,
): Promise<Section> {
  return changeSection(db, userId, async (tx) => {
    const before = await findSection(tx, userId, id)
    const isChanged = await setState(tx, before, newState(input))
    return { id, isChanged: (await moveIfGiven(tx, userId, id, input.position)) || isChanged }
  })
}

/**
 * Changes the given fields of a section (PATCH). If the client sends a base, only fields it has
 * changed since then are applied.
 */
export async function editSection(
  db: Db,
  userId: string,
  { id, edit: { base, ...changes } }: { id: number; edit: Edit },
): Promise<Section> {
  return changeSection(db, userId, async (tx) => {
    const before = await findSection(tx, userId, id)
    const own = base ? await ownChanges(tx, changes, base) : changes
    const isChanged = await setState(tx, before, applyEdit(stateOf(before), own))
    return { id, isChanged: (await moveIfGiven(tx, userId, id, own.position)) || isChanged }
  })

  async function ownChanges(tx: Tx, edit: Edit, seen: NonNullable<Edit['base']>): Promise<Edit> {
    const latest = await readSection(tx, userId, id)
    return mergeEdit(edit, { base: seen, current: latest, latest })
  }
}

/** Deletes a section and closes the gap in the order. */
export async function deleteSection(db: Db, userId: string, id: number): Promise<void> {
  await changeSections(db, userId, async (tx) => {
    await findSection(tx, userId, id)
    await tx.delete(sections).where(eq(sections.id, id))
    await setOrder(tx, userId, await sectionOrder(tx, userId))
    return true
  })
}

/** Reorders the given sections among the positions they have. */
export async function orderSections(db: Db, userId: string, newOrder: number[]): Promise<void> {
  await changeSections(db, userId, async (tx) => {
    const ids = reorder((await sectionOrder(tx, userId)).map(String), newOrder.map(String))
    return setOrder(tx, userId, ids.map(Number))
  })
}

/** Runs a change under the user's lock and returns the resulting section. */
async function changeSection(
  db: Db,
  userId: string,
  change: (tx: Tx) => Promise<{ id: number; isChanged: boolean }>,
): Promise<Section> {
  return db.transaction(async (tx) => {
    let section = 0
    await changeSections(tx, userId, async (inner) => {
      const { id, isChanged } = await change(inner)
      section = id
      return isChanged
    })
    return readSection(tx, userId, section)
  })
}

/**
 * Runs a change under the user's lock. Collections whose page title changed get the new change
 * number. The public page cache is notified through that number, once per transaction, because
 * PostgreSQL merges equal notifications.
 */
async function changeSections(
  db: Db,
  userId: string,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const before = await sectionTitles(tx, userId)
    if (!(await change(tx))) return
    await titlesChanged(tx, { before, after: await sectionTitles(tx, userId) }, changeSeq)
  })
}

/** Returns the state of a new section. The template provides defaults for omitted fields. */
function newState({ predefined_section_id: templateId, ...fields }: Input): State {
  const template = PREDEFINED_SECTIONS.find(({ id }) => id === templateId)
  if (templateId != null && !template) {
    throw new FieldError('predefined_section_id', 'This template does not exist.')
  }
  const type = fields.type ?? template?.type
  if (type === undefined) throw new FieldError('type', 'This field is required.')
  return applyEdit({ ...EMPTY, ...template, type }, fields)
}

const EMPTY = {
  title: '',
  layout: 'grid' as const,
  isVisible: true,
  text: '',
  collections: [],
  links: [],
}

function applyEdit(before: State, edit: Edit): State {
  const type = edit.type ?? before.type
  const ifType = <T>(which: SectionType, value: T, none: T) => (type === which ? value : none)
  return {
    type,
    title: edit.title ?? before.title,
    layout: edit.layout ?? before.layout,
    isVisible: edit.is_visible ?? before.isVisible,
    // Values that only another type shows are not stored.
    text: ifType('text', edit.text ?? before.text, ''),
    collections: ifType('collections', unique(edit.collections) ?? before.collections, []),
    links: ifType('links', unique(edit.links) ?? before.links, []),
  }
}

const stateOf = ({ section, collections, links }: FullSection): State => ({
  ...section,
  collections,
  links,
})

const unique = (ids: string[] | undefined) => ids && [...new Set(ids.map((id) => id.toLowerCase()))]

/** Saves the state of a section. Returns whether anything changed. */
async function setState(tx: Tx, before: FullSection, state: State): Promise<boolean> {
  const { id, userId } = before.section
  const { collections, links, ...fields } = state
  const changes = changedFields(before.section, fields)
  const hasOtherFields = Object.keys(changes).length > 0
  const hasOtherCollections = !isDeepStrictEqual(collections, before.collections)
  const hasOtherLinks = !isDeepStrictEqual(links, before.links)
  if (!hasOtherFields && !hasOtherCollections && !hasOtherLinks) return false
  await tx
    .update(sections)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(sections.id, id))
  if (hasOtherCollections) await setCollections(tx, userId, id, collections)
  if (hasOtherLinks) await setLinks(tx, userId, id, links)
  // The title may be changed even if an image was lost since the layout was set.
  const isTouched = hasOtherCollections || hasOtherLinks || changes.layout !== undefined
  if (state.layout === 'post' && isTouched) await refusePostSection(tx, userId, id)
  return true
}

const moveIfGiven = async (tx: Tx, userId: string, id: number, position: number | undefined) =>
  position !== undefined && moveSection(tx, userId, id, position)

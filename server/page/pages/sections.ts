import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { MAX_SECTIONS } from '#contract/limits.ts'
import type { NewSection, Section, SectionEdit } from '#contract/page/pages.ts'
import { reorder } from '#contract/reordered.ts'
import { sectionTitles, titlesChanged } from '../../links/collections/section-title.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { sections } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { mergeEdit } from '../../platform/lists/merge-edit.ts'
import { readSections, recordSections } from '../history/section-changes.ts'
import { findPage } from './page-rows.ts'
import { moveSection, sectionOrder, setOrder } from './section-order.ts'
import { findSection } from './section-rows.ts'
import { readSection } from './section-search.ts'
import { applyEdit, newState, setState, stateOf } from './section-state.ts'

type Input = InferOutput<typeof NewSection>
type Edit = InferOutput<typeof SectionEdit>

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

/** Runs a change under the user's lock and records it in the history of the page. */
const changeSections = (
  db: Db,
  userId: string,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  withPageTitles(db, userId, async (tx) => {
    const before = await readSections(tx, userId)
    const isChanged = await change(tx)
    if (isChanged) await recordSections(tx, userId, before)
    return isChanged
  })

/**
 * Runs a change under the user's lock. Collections whose page title changed get the new change
 * number. The public page cache is notified through that number, once per transaction, because
 * PostgreSQL merges equal notifications.
 */
export async function withPageTitles(
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

const moveIfGiven = async (tx: Tx, userId: string, id: number, position: number | undefined) =>
  position !== undefined && moveSection(tx, userId, id, position)

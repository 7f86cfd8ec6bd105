import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { NewSection, SectionEdit, SectionType } from '#contract/page/pages.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sections } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { PREDEFINED_SECTIONS } from './predefined-sections.ts'
import { refusePostSection } from './section-contents.ts'
import { setCollections, setLinks } from './section-members.ts'
import type { FullSection } from './section-rows.ts'

type Input = InferOutput<typeof NewSection>
type Edit = InferOutput<typeof SectionEdit>
/** All fields of a section except its position. */
type State = Pick<FullSection['section'], 'title' | 'type' | 'layout' | 'isVisible' | 'text'> &
  Pick<FullSection, 'collections' | 'links'>

/** Returns the state of a new section. The template provides defaults for omitted fields. */
export function newState({ predefined_section_id: templateId, ...fields }: Input): State {
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

export function applyEdit(before: State, edit: Edit): State {
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

export const stateOf = ({ section, collections, links }: FullSection): State => ({
  ...section,
  collections,
  links,
})

const unique = (ids: string[] | undefined) => ids && [...new Set(ids.map((id) => id.toLowerCase()))]

/** Saves the state of a section. Returns whether anything changed. */
export async function setState(tx: Tx, before: FullSection, state: State): Promise<boolean> {
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

import { createSection, deleteSection, editSection } from '#api/page/pages.ts'
import type { NewSection, Section } from '#contract/page/pages.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'
import type { SectionsAnswer } from '../page.ts'
import type { Saves } from '../use-saves.ts'

export type SectionActions = ReturnType<typeof useSectionActions>

/** Returns the actions for a section in the list. */
export function useSectionActions(
  sections: Pick<SectionsAnswer, 'value' | 'set' | 'refresh'>,
  saves: Pick<Saves, 'run'>,
  onRemoved?: () => void,
) {
  const rows = sections.value ?? []

  function show(section: Section, is_visible: boolean) {
    saves.run(
      is_visible ? 'show the section' : 'hide the section',
      () =>
        editSection(section.id, { is_visible, base: { is_visible: section.is_visible } }, quiet),
      (next) => sections.set(rows.map((row) => (row.id === next.id ? next : row))),
    )
  }

  /** Restores a removed section: creates a new one at the same position with the same content. */
  function restore(section: Section) {
    const key = crypto.randomUUID()
    saves.run(
      'put the section back',
      () => createSection(copyOf(section), { ...quiet, key }),
      () => void sections.refresh(),
    )
  }

  function remove(section: Section) {
    saves.run(
      'remove the section',
      () => deleteSection(section.id, quiet),
      () => {
        sections.set(rows.filter(({ id }) => id !== section.id))
        onRemoved?.()
        toast('Section removed', {
          action: { label: 'Undo', onSelect: () => restore(section) },
        })
      },
    )
  }

  return { show, remove }
}

function copyOf(section: Section): NewSection {
  const { title, type, layout, position, is_visible, collections, links, text } = section
  return {
    title,
    type,
    layout,
    position,
    is_visible,
    ...(type === 'collections' && { collections }),
    ...(type === 'links' && { links }),
    ...(type === 'text' && { text }),
  }
}

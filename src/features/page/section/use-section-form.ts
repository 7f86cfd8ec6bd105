import * as v from 'valibot'
import { editSection } from '#api/pages.ts'
import { bySchema } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { NewSection, type Section, type SectionEdit } from '#contract/pages.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/toast.tsx'
import { explainFormRefusal, NOT_SENT } from '../use-saves.ts'

const Fields = v.pick(NewSection, ['title', 'type', 'layout', 'collections', 'links', 'text'])

export type SectionForm = ReturnType<typeof useSectionForm>

const ACTION = 'save the section'

/**
 * Returns the form of a section. It sends only changed fields, together with their previous values.
 */
export function useSectionForm(
  section: Section,
  saved: (section: Section) => void,
  refresh: () => void,
) {
  const { title, type, layout, collections, links, text } = section
  return useForm({
    draft: `section-${section.id}`,
    initial: { title, type, layout, collections, links, text },
    read: bySchema<v.InferOutput<typeof Fields>>(Fields),
    save: (sent) => editSection(section.id, changed(section, sent), quiet),
    saved(next) {
      saved(next)
      toast('Saved')
    },
    action: ACTION,
    explain: (error) => explainFormRefusal(error, ACTION, refresh),
    offline: NOT_SENT,
  })
}

function changed(section: Section, sent: v.InferOutput<typeof Fields>): SectionEdit {
  const shown = new Map<string, unknown>(Object.entries(section))
  const fields = Object.entries(sent).filter(
    ([name, value]) => JSON.stringify(shown.get(name)) !== JSON.stringify(value),
  )
  return {
    ...Object.fromEntries(fields),
    base: Object.fromEntries(fields.map(([name]) => [name, shown.get(name)])),
  }
}

import * as v from 'valibot'
import { editSection } from '#api/page/pages.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { NewSection, type Section, type SectionEdit } from '#contract/page/pages.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'
import { explainFormRefusal, OFFLINE_TEXT } from '../use-saves.ts'

const Fields = v.pick(NewSection, ['title', 'type', 'layout', 'collections', 'links', 'text'])

const ACTION = 'save the section'

/**
 * Returns the form of a section. It sends only changed fields, together with their previous values.
 */
export function useSectionForm(
  section: Section,
  onSaved: (section: Section) => void,
  refresh: () => void,
) {
  const { title, type, layout, collections, links, text } = section
  return useForm({
    draft: `section-${section.id}`,
    initial: { title, type, layout, collections, links, text },
    read: validateWith<v.InferOutput<typeof Fields>>(Fields),
    save: (sent) => editSection(section.id, changedFields(section, sent), quiet),
    onSaved(next) {
      onSaved(next)
      toast('Saved')
    },
    action: ACTION,
    explain: (error) => explainFormRefusal(error, ACTION, refresh),
    offline: OFFLINE_TEXT,
  })
}

function changedFields(section: Section, sent: v.InferOutput<typeof Fields>): SectionEdit {
  const current = new Map<string, unknown>(Object.entries(section))
  const fields = Object.entries(sent).filter(
    ([name, value]) => JSON.stringify(current.get(name)) !== JSON.stringify(value),
  )
  return {
    ...Object.fromEntries(fields),
    base: Object.fromEntries(fields.map(([name]) => [name, current.get(name)])),
  }
}

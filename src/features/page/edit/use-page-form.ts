import type * as v from 'valibot'
import { editPage } from '#api/page/pages.ts'
import { validateWith, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import type { CreatorPage, PageEdit } from '#contract/page/pages.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'
import { explainFormRefusal, OFFLINE_TEXT } from '../use-saves.ts'

type PageFormOptions<Values extends object> = {
  page: CreatorPage
  draft: string
  initial: Values
  schema: v.GenericSchema<unknown, Omit<PageEdit, 'base'>>
  action: string
  onSaved: (page: CreatorPage) => void
  /** Loads the page again. */
  refresh: () => void
  onClose: () => void
}

/**
 * Returns a form in a sheet for some fields of the page. It sends only changed fields, together
 * with their previous values.
 */
export const usePageForm = <Values extends object>(options: PageFormOptions<Values>) => {
  const { page, initial, action, onSaved, refresh, onClose } = options
  const read: (values: Values) => FormResult<Omit<PageEdit, 'base'>> = validateWith(options.schema)
  return useForm({
    draft: options.draft,
    initial,
    read,
    save: (sent) => editPage(page.id, changedFields(page, sent), quiet),
    onSaved(next) {
      onSaved(next)
      toast('Saved')
      onClose()
    },
    action,
    explain: (error) => explainFormRefusal(error, action, refresh),
    offline: OFFLINE_TEXT,
    onClose,
  })
}

function changedFields(page: CreatorPage, sent: Omit<PageEdit, 'base'>): PageEdit {
  const current = new Map<string, unknown>(Object.entries(page))
  const fields = Object.entries(sent).filter(([name, value]) => (current.get(name) ?? '') !== value)
  return {
    ...Object.fromEntries(fields),
    base: Object.fromEntries(fields.map(([name]) => [name, current.get(name)])),
  }
}

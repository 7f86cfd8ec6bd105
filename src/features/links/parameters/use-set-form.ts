import { createParameterSet, editParameterSet } from '#api/links/parameter-sets.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { NewParameterSet, type ParameterSet } from '#contract/links/parameter-sets.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'
import type { ParameterSetsAnswer } from './parameter-sets.ts'

/** Row of the form. Its id only exists on this device. */
export type ParameterRow = { id: string; name: string; value: string }

type Values = { name: string; rows: ParameterRow[] }
type SetFormOptions = {
  set: ParameterSet | undefined
  sets: ParameterSetsAnswer
  onClose: () => void
}

export const newRow = (): ParameterRow => ({ id: crypto.randomUUID(), name: '', value: '' })

/** Rows of a new set. Those that stay without a value are left out. */
const FIRST_ROWS: ParameterRow[] = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) => ({
  id: name,
  name,
  value: '',
}))

const readSet = validateWith(NewParameterSet)

/** Returns the form of a parameter set. It needs a connection; what was typed is kept offline. */
export function useSetForm({ set, sets, onClose }: SetFormOptions) {
  const attempt = useAttemptKeys()
  return useForm({
    draft: `parameter-set-${set?.uuid ?? 'new'}`,
    initial: set ? { name: set.name, rows: rowsOf(set) } : { name: '', rows: FIRST_ROWS },
    read: ({ name, rows }: Values) => readSet({ name, parameters: filled(rows) }),
    save: (body) =>
      set
        ? editParameterSet(set.uuid, body, quiet)
        : attempt(body, (key) => createParameterSet(body, { ...quiet, key })),
    onSaved() {
      void sets.refresh()
      onClose()
      toast(set ? 'Saved' : 'Parameter set created')
    },
    fields: { parameters: 'rows' },
    action: 'save the set',
    offline: 'This needs a connection. What you typed is kept on this device.',
    onClose,
  })
}

const rowsOf = ({ parameters }: ParameterSet): ParameterRow[] =>
  parameters.map(({ name, value }, n) => ({ id: `${n}-${name}`, name, value }))

/** Returns the parameters to send. A row without a value is not used yet. */
const filled = (rows: readonly ParameterRow[]) =>
  rows
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ value }) => value !== '')

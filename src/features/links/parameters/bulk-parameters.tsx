import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { paths } from '#paths.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { addParametersToMany } from '../links.ts'
import { linksText } from '../numbers.tsx'
import { WAITING_SUFFIX } from '../select/bulk-hide.ts'
import css from './parameters.module.css'
import { parametersText, useParameterSets } from './parameter-sets.ts'
import { SetChips } from './set-chips.tsx'

type BulkParametersProps = { ids: string[]; onDone: (message: string) => void; onClose: () => void }

/** Adds the parameters of a set to all selected links. */
export function BulkParameters({ ids, onDone, onClose }: BulkParametersProps) {
  const sets = useParameterSets({ isSecondary: true }).value ?? []
  const form = useForm({
    draft: 'bulk-parameters',
    initial: { set: '' },
    read: ({ set }) => chosenSet(sets, set),
    save: async (set) => ({ set, ...(await addParametersToMany(ids, set.parameters)) }),
    onSaved: ({ set, waiting }) =>
      onDone(`${set.name} added to ${linksText(ids.length)}${waiting ? WAITING_SUFFIX : ''}`),
    fields: { parameters: 'set' },
    action: 'add the parameters',
    onClose,
  })
  const chosen = sets.find(({ uuid }) => uuid === form.values.set)
  return (
    <FormModal
      title={`Add parameters to ${linksText(ids.length)}`}
      form={form}
      submit="Add parameters"
      className={css.bulk}
    >
      <p className="t2">
        {sets.length === 0
          ? 'You have no parameter sets yet.'
          : 'Parameters of the same name are replaced.'}
      </p>
      <div className={css.chips} role="group" aria-label="Parameter set">
        <SetChips
          sets={sets}
          isOn={(set) => set === chosen}
          toggle={(set) => form.change({ set: set === chosen ? '' : set.uuid })}
        />
      </div>
      {chosen && <p className={css.preview}>{parametersText(chosen.parameters)}</p>}
      <FieldError text={form.errors['set'] ?? form.errors[WHOLE_FORM]} />
      <a href={paths.parameterSets} className="hint">
        {sets.length > 0 ? 'Edit your parameter sets' : 'Create a parameter set'}
      </a>
    </FormModal>
  )
}

function chosenSet(sets: readonly ParameterSet[], uuid: string) {
  const set = sets.find((one) => one.uuid === uuid)
  return set ? { sent: set } : { errors: { set: 'Choose a set.' } }
}

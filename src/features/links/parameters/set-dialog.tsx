import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { XIcon } from '@phosphor-icons/react/X'
import { useId } from 'react'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { MAX_PARAMETERS } from '#contract/limits.ts'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import css from './parameters.module.css'
import { removeSet, type ParameterSetsAnswer } from './parameter-sets.ts'
import { newRow, useSetForm, type ParameterRow } from './use-set-form.ts'

type SetDialogProps = {
  /** Set to edit; undefined for a new one. */
  set: ParameterSet | undefined
  sets: ParameterSetsAnswer
  onClose: () => void
}

/** Creates, edits or deletes a parameter set. */
export function SetDialog({ set, sets, onClose }: SetDialogProps) {
  const form = useSetForm({ set, sets, onClose })
  const { rows } = form.values
  if (!form.ready) return null

  function remove(which: ParameterSet) {
    onClose()
    void removeSet(which, sets)
  }

  return (
    <FormModal
      title={set ? set.name : 'New parameter set'}
      form={form}
      submit={set ? 'Save' : 'Create set'}
      className={css.form}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        help="Only you see it, like “Instagram story”."
        maxCharacters={60}
        autoComplete="off"
      />
      <fieldset
        className={css.parameters}
        data-wrong={form.errors['parameters'] ? true : undefined}
      >
        <legend className={css.legend}>Parameters</legend>
        <Rows rows={rows} change={(rows) => form.change({ rows })} />
        <FieldError text={form.errors['parameters'] ?? form.errors[WHOLE_FORM]} />
        {rows.length < MAX_PARAMETERS && (
          <Button
            size="sm"
            icon={PlusIcon}
            onClick={() => form.change({ rows: [...rows, newRow()] })}
          >
            Add parameter
          </Button>
        )}
      </fieldset>
      {set && (
        <Button variant="quiet" icon={TrashIcon} className={css.delete} onClick={() => remove(set)}>
          Delete set
        </Button>
      )}
    </FormModal>
  )
}

type RowsProps = { rows: ParameterRow[]; change: (rows: ParameterRow[]) => void }

function Rows({ rows, change }: RowsProps) {
  const names = useId()
  const edit = (id: string, part: Partial<ParameterRow>) =>
    change(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <>
      <datalist id={names}>
        {UTM_FIELDS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ol className={css.list}>
        {rows.map((row, n) => (
          <li key={row.id} className={css.parameter}>
            <TextField
              name={`name-${n}`}
              label={`Name ${n + 1}`}
              list={names}
              value={row.name}
              onChange={({ target }) => edit(row.id, { name: target.value })}
              {...PLAIN}
            />
            <TextField
              name={`value-${n}`}
              label={`Value ${n + 1}`}
              value={row.value}
              onChange={({ target }) => edit(row.id, { value: target.value })}
              {...PLAIN}
            />
            <IconButton
              label={`Remove parameter ${n + 1}`}
              icon={XIcon}
              size="sm"
              disabled={rows.length === 1}
              onClick={() => change(rows.filter(({ id }) => id !== row.id))}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

const PLAIN = {
  autoCapitalize: 'none',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const

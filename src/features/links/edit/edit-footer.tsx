import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { countErrors, type EditErrors } from './edit-errors.ts'
import css from './edit-view.module.css'

type EditFooterProps = {
  form: string
  errors: EditErrors
  dirty: boolean
  busy: boolean
  onCancel: () => void
}

export function EditFooter({ form, errors, dirty, busy, onCancel }: EditFooterProps) {
  return (
    <>
      <div className={`${css.status} hint`} role="status">
        <Status errors={errors} dirty={dirty} />
      </div>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="primary" className={css.save} busy={busy}>
        Save
      </Button>
    </>
  )
}

function Status({ errors, dirty }: { errors: EditErrors; dirty: boolean }) {
  const wrong = problemOf(errors)
  if (wrong)
    return (
      <span className={css.wrong}>
        <WarningCircleIcon size={18} weight="fill" aria-hidden />
        <span>{wrong}</span>
      </span>
    )
  return (
    dirty && (
      <span className={css.unsaved}>
        <i aria-hidden="true" />
        Unsaved changes
      </span>
    )
  )
}

function problemOf(errors: EditErrors): string | undefined {
  const count = countErrors(errors)
  if (count === 0) return errors[WHOLE_FORM]
  return count === 1 ? '1 field needs a fix' : `${count} fields need a fix`
}

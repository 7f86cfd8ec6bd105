import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { Button } from '#ui/button.tsx'
import { countErrors } from './edit-errors.ts'
import css from './edit-view.module.css'
import type { Refusal } from './use-save-link.ts'

type EditFooterProps = {
  form: string
  refusal: Refusal
  dirty: boolean
  busy: boolean
  onCancel: () => void
}

export function EditFooter({ form, refusal, dirty, busy, onCancel }: EditFooterProps) {
  return (
    <>
      <div className={css.status} role="status">
        <Status refusal={refusal} dirty={dirty} />
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

function Status({ refusal, dirty }: { refusal: Refusal; dirty: boolean }) {
  const wrong = problemOf(refusal)
  if (wrong)
    return (
      <span className={css.wrong}>
        <WarningCircleIcon size={18} weight="fill" aria-hidden />
        {wrong}
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

function problemOf({ errors, problem }: Refusal): string | undefined {
  const count = countErrors(errors)
  if (count === 0) return problem
  return count === 1 ? '1 field needs a fix' : `${count} fields need a fix`
}

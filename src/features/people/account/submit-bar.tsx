import { WHOLE_FORM, type FormErrors } from '#app/form/form-errors.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './account-info.module.css'

type SubmitBarProps = { form: { errors: FormErrors; busy: boolean }; children: string }

/** Shows the submit button of a form at the bottom of the screen, below errors of the whole form. */
export const SubmitBar = ({ form: { errors, busy }, children }: SubmitBarProps) => (
  <div ref={useFloating()} className={`${css.bar} stack`}>
    <FieldError text={errors[WHOLE_FORM]} />
    <Button type="submit" variant="primary" size="lg" block busy={busy}>
      {children}
    </Button>
  </div>
)

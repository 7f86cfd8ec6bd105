import { changeEmail } from '#api/account-info.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { EmailChange } from '#contract/account.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { emailInput } from '#ui/input-kinds.ts'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, type EmailProps } from './account-info.ts'
import { PasswordField } from '#app/form/password-field.tsx'

type Values = { email: string; password: string }

/** Shows the form for a new email address. The address changes when the new one is confirmed. */
export function ChangeEmailForm({ state, set }: EmailProps) {
  const attempt = useAttemptKeys()
  const bar = useFloating()
  const form = useForm({
    draft: 'account-email',
    secret: ['password'],
    initial: { email: '', password: '' },
    read: (values: Values) => read(values, state.email),
    save: (sent) => attempt(sent, (key) => changeEmail(sent, { ...quiet, key })),
    onSaved: set,
    action: 'change your email',
    refusal: formErrorsFor('change your email', ['email', 'password']),
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={css.form}>
      <TextField
        {...form.field('email')}
        label="New email"
        help={`Now ${state.email}`}
        {...emailInput}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        help="Keeps others from taking over your account"
      />
      <div ref={bar} className={`${css.bar} stack`}>
        <FieldError text={form.errors[WHOLE_FORM]} />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          Send confirmation
        </Button>
      </div>
    </form>
  )
}

function read(values: Values, email: string): FormResult<EmailChange> {
  const checked = validateWith<EmailChange>(EmailChange)(values)
  if (checked.errors) return checked
  if (checked.sent.email === email) return { errors: { email: 'This is your email already.' } }
  if (values.password === '') return { errors: { password: 'Enter your password.' } }
  return checked
}

import { changeEmail } from '#api/people/account-info.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { validateWith, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { EmailChange } from '#contract/people/account.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { TextField } from '#ui/fields/field.tsx'
import { emailInput } from '#ui/fields/input-kinds.ts'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, type EmailProps } from './account-info.ts'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'
import { SubmitBar } from './submit-bar.tsx'

type Values = { email: string; password: string }

/** Shows the form for a new email address. The address changes when the new one is confirmed. */
export function ChangeEmailForm({ state, set }: EmailProps) {
  const attempt = useAttemptKeys()
  const form = useForm({
    draft: 'account-email',
    secret: ['password'],
    initial: { email: '', password: '' },
    read: (values: Values) => read(values, state.email),
    save: (sent) => withProof(() => attempt(sent, (key) => changeEmail(sent, { ...quiet, key }))),
    onSaved: set,
    action: 'change your email',
    refusal: formErrorsFor('change your email', ['email', 'password']),
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} fill-column`}>
      <TextField
        {...form.field('email')}
        label="New email"
        help={`Now ${state.email}`}
        {...emailInput}
      />
      <OwnPasswordField
        {...form.field('password')}
        label="Password"
        help="Keeps others from taking over your account"
      />
      <SubmitBar form={form}>Send confirmation</SubmitBar>
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

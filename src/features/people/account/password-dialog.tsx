import { useState } from 'react'
import * as v from 'valibot'
import { changePassword, mailPasswordLink } from '#api/people/account-info.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { PasswordChange } from '#contract/people/account.ts'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, waitText } from './account-info.ts'
import { PasswordField } from '#app/form/password-field.tsx'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'

type PasswordDialogProps = { onClose: () => void; changed: () => void }

/** Shows the form to change the password, with a link by mail for a forgotten one. */
export function PasswordDialog({ onClose, changed }: PasswordDialogProps) {
  const attempt = useAttemptKeys()
  const form = useForm({
    draft: 'account-password',
    secret: ['password', 'new_password'],
    initial: { password: '', new_password: '' },
    read,
    save: (sent) =>
      withProof(() => attempt(sent, (key) => changePassword(sent, { ...quiet, key }))),
    onSaved() {
      toast('Your new password is set. Other devices are signed out.')
      changed()
      onClose()
    },
    action: 'change your password',
    refusal: formErrorsFor('change your password', ['password', 'new_password']),
    offline: NOT_SENT,
    onClose,
  })
  if (!form.ready) return null
  return (
    <FormModal title="Change password" form={form} submit="Change password" className={css.dialog}>
      <OwnPasswordField {...form.field('password')} label="Current password" />
      <PasswordField
        {...form.field('new_password')}
        label="New password"
        help={`At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words work well. This signs you out on all other devices.`}
        autoComplete="new-password"
      />
      <FieldError text={form.errors[WHOLE_FORM]} />
      <ForgottenLink />
    </FormModal>
  )
}

/** Messages for each field, checked before sending. */
const Sent = v.object({
  password: v.pipe(PasswordChange.entries.password, v.minLength(1, 'Enter your password.')),
  new_password: v.pipe(
    PasswordChange.entries.new_password,
    v.minLength(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters.`),
  ),
})
const read = (values: PasswordChange): FormResult<PasswordChange> =>
  validateWith<PasswordChange>(Sent)(values)

function ForgottenLink() {
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      await mailPasswordLink(quiet)
      toast('A link to set a new password is on its way to your email.')
    } catch (error) {
      const text = waitText(error) ?? explainFailure(error, 'send the link')
      if (text) toast(text, { tone: 'problem' })
    }
    setBusy(false)
  }

  return (
    <div>
      <Button variant="quiet" size="md" busy={busy} onClick={() => void send()}>
        Forgot it? Get a link by mail
      </Button>
    </div>
  )
}

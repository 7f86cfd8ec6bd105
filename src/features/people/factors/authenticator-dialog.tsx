import { useState } from 'react'
import { addAuthenticator, confirmAuthenticator, removeAuthenticator } from '#api/people/factors.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import type { NewAuthenticator } from '#contract/people/factors.ts'
import { quiet } from '#http/client.ts'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { CodeField, MISSING_CODE } from './code-field.tsx'
import css from './factors.module.css'
import { OwnPasswordField } from './own-password-field.tsx'
import { RecoveryCodesList } from './recovery-codes-dialog.tsx'
import { SecretCode } from './secret-code.tsx'
import { MISSING_PASSWORD, useStep } from './use-step.ts'
import { withProof } from './with-proof.ts'

type DialogProps = { changed: () => void; onClose: () => void }

/** Turns the authenticator app on in three steps, or off. */
export function AuthenticatorDialog({ isOn, ...props }: DialogProps & { isOn: boolean }) {
  // Stays as it was when the dialog opened, because the last step is shown after the app is on.
  const [wasOn] = useState(isOn)
  return wasOn ? <TurnOff {...props} /> : <TurnOn {...props} />
}

function TurnOff({ changed, onClose }: DialogProps) {
  const form = useStep('password', {
    missing: MISSING_PASSWORD,
    save: (password) => withProof(() => removeAuthenticator(password, quiet)),
    onSaved() {
      toast('The authenticator app is off.')
      changed()
      onClose()
    },
    action: 'turn the app off',
    onClose,
  })
  return (
    <FormModal title="Authenticator app" form={form} submit="Turn off" className={css.step}>
      <p className={css.text}>
        Without it and without a passkey, your password alone opens your account and moves your
        money, and your recovery codes stop working.
      </p>
      <OwnPasswordField {...form.field('password')} label="Your password" />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

function TurnOn({ changed, onClose }: DialogProps) {
  const [added, setAdded] = useState<NewAuthenticator>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodesList codes={codes} onClose={onClose} />
  if (added)
    return (
      <EnterFirstCode
        added={added}
        onClose={onClose}
        onSaved={(codes) => {
          changed()
          if (codes.length > 0) setCodes(codes)
          else onClose()
        }}
      />
    )
  return <EnterPassword onClose={onClose} onSaved={setAdded} />
}

type StepProps<Saved> = { onClose: () => void; onSaved: (saved: Saved) => void }

function EnterPassword({ onClose, onSaved }: StepProps<NewAuthenticator>) {
  const form = useStep('password', {
    missing: MISSING_PASSWORD,
    save: (password) => withProof(() => addAuthenticator(password, quiet)),
    onSaved,
    action: 'set up the app',
    onClose,
  })
  return (
    <FormModal title="Authenticator app" form={form} submit="Continue" className={css.step}>
      <p className={css.text}>
        New devices then need your password and a code from an app on your phone.
      </p>
      <OwnPasswordField {...form.field('password')} label="Your password" autoFocus />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

type FirstCodeProps = StepProps<string[]> & { added: NewAuthenticator }

function EnterFirstCode({ added, onClose, onSaved }: FirstCodeProps) {
  const form = useStep('code', {
    missing: MISSING_CODE,
    save: (code) => confirmAuthenticator(code, quiet),
    onSaved: ({ recovery_codes }) => onSaved(recovery_codes),
    action: 'turn the app on',
    onClose,
  })
  return (
    <FormModal title="Scan this code" form={form} submit="Turn on" className={css.step}>
      <p className={css.text}>Scan it with your authenticator app, or type the key.</p>
      <SecretCode uri={added.uri} />
      <div className={css.secret}>
        <code className={css.code} translate="no">
          {added.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={added.secret} label="Copy key" />
      </div>
      <CodeField {...form.field('code')} help="6 digits that the app shows now" />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

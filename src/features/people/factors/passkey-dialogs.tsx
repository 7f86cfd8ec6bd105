import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useState } from 'react'
import { removePasskey, renamePasskey } from '#api/people/factors.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { MAX_PASSKEY_NAME, type Passkey } from '#contract/people/passkeys.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './factors.module.css'
import { OwnPasswordField } from './own-password-field.tsx'
import { createPasskey, datesText } from './passkeys.ts'
import { RecoveryCodesList } from './recovery-codes-dialog.tsx'
import { MISSING_PASSWORD, useStep } from './use-step.ts'
import { withProof } from './with-proof.ts'

type DialogProps = { changed: () => void; onClose: () => void }

/** Adds a passkey after the password, and shows the recovery codes if they are new. */
export function AddPasskeyDialog({ changed, onClose }: DialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const form = useStep('password', {
    missing: MISSING_PASSWORD,
    save: (password) => withProof(() => createPasskey(password)),
    onSaved({ passkey, recovery_codes }) {
      toast(`${passkey.name} is added.`)
      changed()
      if (recovery_codes.length > 0) setCodes(recovery_codes)
      else onClose()
    },
    action: 'add a passkey',
    onClose,
  })
  if (codes) return <RecoveryCodesList codes={codes} onClose={onClose} />
  return (
    <FormModal title="Add a passkey" form={form} submit="Continue" className={css.step}>
      <p className={css.text}>
        Sign in and confirm payouts with your fingerprint, face or screen lock. New devices then
        need a passkey or a code.
      </p>
      <OwnPasswordField {...form.field('password')} label="Your password" />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

type PasskeyDialogProps = DialogProps & { passkey: Passkey }

/** Shows a passkey, which can be renamed and removed. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const [isRemoving, setRemoving] = useState(false)
  return isRemoving ? (
    <RemovePasskey {...props} />
  ) : (
    <RenamePasskey {...props} remove={() => setRemoving(true)} />
  )
}

function RenamePasskey(props: PasskeyDialogProps & { remove: () => void }) {
  const { passkey, changed, onClose, remove } = props
  const form = useStep('name', {
    initial: passkey.name,
    missing: 'Enter a name.',
    save: (name) => renamePasskey(passkey.id, name, quiet),
    onSaved({ name }) {
      toast(`Saved as ${name}.`)
      changed()
      onClose()
    },
    action: 'rename the passkey',
    onClose,
  })
  return (
    <FormModal title="Passkey" form={form} className={css.step}>
      <TextField {...form.field('name')} label="Name" maxLength={MAX_PASSKEY_NAME} />
      <p className={css.text}>{datesText(passkey)}</p>
      <FieldError text={form.errors[WHOLE_FORM]} />
      <div className={css.buttons}>
        <Button variant="quiet" icon={TrashIcon} onClick={remove}>
          Remove passkey
        </Button>
      </div>
    </FormModal>
  )
}

function RemovePasskey({ passkey, changed, onClose }: PasskeyDialogProps) {
  const form = useStep('password', {
    missing: MISSING_PASSWORD,
    save: (password) => withProof(() => removePasskey(passkey.id, password, quiet)),
    onSaved() {
      toast(`${passkey.name} is removed.`)
      changed()
      onClose()
    },
    action: 'remove the passkey',
    onClose,
  })
  return (
    <FormModal title={`Remove ${passkey.name}?`} form={form} submit="Remove" className={css.step}>
      <p className={css.text}>
        It no longer signs in to your account. Delete it on the device, too. Without a passkey or an
        authenticator app, your password alone opens your account.
      </p>
      <OwnPasswordField {...form.field('password')} label="Your password" />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

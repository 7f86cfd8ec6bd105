import { FingerprintSimpleIcon } from '@phosphor-icons/react/FingerprintSimple'
import { useState, type ChangeEvent, type ComponentProps } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { PasswordField } from '#app/form/password-field.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './factors.module.css'
import { useFactors } from './factors.ts'
import { canUsePasskeys, confirmByPasskey, isPasskeyProof } from './passkeys.ts'

/** Asks for the user's password, or for a passkey instead if there is one. */
export function OwnPasswordField(props: ComponentProps<typeof PasswordField>) {
  const { value, error, onChange } = props
  const factors = useFactors()
  const [busy, setBusy] = useState(false)
  const hasPasskey = (factors.value?.passkeys.length ?? 0) > 0 && canUsePasskeys()

  async function confirmInstead() {
    setBusy(true)
    await runAction('use your passkey', confirmByPasskey, {
      onDone: ({ instead_of_password: value }) =>
        onChange?.({ target: { value } } as ChangeEvent<HTMLInputElement>),
    })
    setBusy(false)
  }

  if (!hasPasskey) return <PasswordField {...props} />
  const isConfirmed = isPasskeyProof(value)
  return (
    <div className={css.own}>
      {isConfirmed ? (
        <p role="status">Confirmed with your passkey.</p>
      ) : (
        <PasswordField {...props} />
      )}
      {isConfirmed && <FieldError text={error} />}
      {(!isConfirmed || error) && (
        <Button
          size="md"
          icon={FingerprintSimpleIcon}
          busy={busy}
          onClick={() => void confirmInstead()}
        >
          Use a passkey instead
        </Button>
      )}
    </div>
  )
}

import { FingerprintSimpleIcon } from '@phosphor-icons/react/FingerprintSimple'
import { useEffect, useState, type ChangeEvent, type ComponentProps } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { PasswordField } from '#app/form/password-field.tsx'
import { ONLY_PASSWORD } from '#contract/people/factors.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './factors.module.css'
import { useFactors } from './factors.ts'
import { canUsePasskeys, confirmByPasskey, isPasskeyProof } from './passkeys.ts'
import { confirmAtProvider, readConfirmation } from './provider-confirmation.ts'

/** Asks for the user's password, or for a passkey or a new sign-in at the provider instead. */
export function OwnPasswordField(props: ComponentProps<typeof PasswordField>) {
  const { value, error, onChange } = props
  const factors = useFactors()
  const [busy, setBusy] = useState<'passkey' | 'provider'>()
  const hasPasskey = (factors.value?.passkeys.length ?? 0) > 0 && canUsePasskeys()
  const { provider, identity, allows_password, has_password } =
    factors.value?.sign_in ?? ONLY_PASSWORD
  const usesPassword = allows_password && has_password
  const usesProvider = !usesPassword && provider !== null && identity !== null
  const set = (text: string) =>
    onChange?.({ target: { value: text } } as ChangeEvent<HTMLInputElement>)

  useEffect(() => {
    const confirmation = usesProvider ? readConfirmation() : undefined
    if (confirmation !== undefined && value === '') set(confirmation)
    // The answer of the provider is read once, when the field appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [usesProvider])

  async function confirm(way: 'passkey' | 'provider') {
    setBusy(way)
    if (way === 'provider') await runAction('open the sign-in', confirmAtProvider)
    else
      await runAction('use your passkey', confirmByPasskey, {
        onDone: ({ instead_of_password }) => set(instead_of_password),
      })
    setBusy(undefined)
  }

  if (usesPassword && !hasPasskey) return <PasswordField {...props} />
  const isConfirmed = isPasskeyProof(value)
  const isOpen = !isConfirmed || Boolean(error)
  return (
    <div className={css.own}>
      {isConfirmed && (
        <p role="status">{usesProvider ? 'Confirmed.' : 'Confirmed with your passkey.'}</p>
      )}
      {usesPassword && !isConfirmed && <PasswordField {...props} />}
      {(isConfirmed || !usesPassword) && <FieldError text={error} />}
      {isOpen && usesProvider && (
        <Button size="md" busy={busy === 'provider'} onClick={() => void confirm('provider')}>
          {`Confirm with ${provider}`}
        </Button>
      )}
      {isOpen && hasPasskey && (
        <Button
          size="md"
          icon={FingerprintSimpleIcon}
          busy={busy === 'passkey'}
          onClick={() => void confirm('passkey')}
        >
          {usesPassword ? 'Use a passkey instead' : 'Use a passkey'}
        </Button>
      )}
    </div>
  )
}

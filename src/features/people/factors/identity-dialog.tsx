import { removeIdentity, startIdentity } from '#api/people/factors.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import type { SignInWays } from '#contract/people/factors.ts'
import { quiet } from '#http/client.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './factors.module.css'
import { OwnPasswordField } from './own-password-field.tsx'
import { currentAddress } from './provider-confirmation.ts'
import { MISSING_PASSWORD, useStep } from './use-step.ts'
import { withProof } from './with-proof.ts'

type IdentityDialogProps = { ways: SignInWays; changed: () => void; onClose: () => void }

/** Connects an account at the OpenID Connect provider, or disconnects it. */
export function IdentityDialog({ ways, changed, onClose }: IdentityDialogProps) {
  const { identity, has_password, allows_password } = ways
  const name = providerName(ways)
  const form = useStep('password', {
    missing: has_password && allows_password ? MISSING_PASSWORD : 'Confirm first.',
    save: (password) =>
      withProof(async () => {
        if (identity) await removeIdentity(password, quiet)
        else location.assign(await startIdentity(password, currentAddress(), quiet))
      }),
    onSaved() {
      if (!identity) return
      toast(`${name} is disconnected.`)
      changed()
      onClose()
    },
    action: identity ? 'disconnect it' : 'connect it',
    onClose,
  })
  return (
    <FormModal
      title={identity ? `Disconnect ${name}` : `Connect ${name}`}
      form={form}
      submit={identity ? 'Disconnect' : `Continue to ${name}`}
      className={css.step}
    >
      <p className={css.text}>
        {identity
          ? `You can then no longer sign in with ${name}.`
          : `You can then sign in with ${name}, too.`}
      </p>
      <OwnPasswordField {...form.field('password')} label="Your password" autoFocus />
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

/** Returns the name of the provider, also after the operator has removed it. */
export const providerName = ({ provider }: SignInWays): string => provider ?? 'OpenID Connect'

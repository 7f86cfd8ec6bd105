import { editWalletSettings } from '#api/money/wallet.ts'
import { validateWith, type FormResult } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { WalletSettingsEdit, type WalletSettings } from '#contract/money/wallet.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'
import { NOT_SENT } from '../texts.ts'

export type ThresholdValues = {
  payment_threshold: number
  paypal_email: string
  auto_redeem: boolean
  password: string
}

/** Sends only changed settings. A new address is sent with the password. */
export function useThresholdForm(
  settings: WalletSettings,
  onSaved: (next: WalletSettings) => void,
) {
  const { payment_threshold, paypal_email, auto_redeem } = settings
  const form = useForm({
    draft: 'wallet-settings',
    secret: ['password'],
    initial: { payment_threshold, paypal_email, auto_redeem, password: '' },
    read: (values: ThresholdValues) => read(values, settings),
    save: (sent) => withProof(() => editWalletSettings(sent, quiet)),
    onSaved(next) {
      onSaved(next)
      const { email } = next.paypal_email_next ?? {}
      const isNew = email !== undefined && email !== settings.paypal_email_next?.email
      toast(isNew ? 'Saved. Confirm the new address by the link we sent there.' : 'Saved')
    },
    action: 'save your settings',
    offline: NOT_SENT,
  })
  return { ...form, isOtherAddress: isOtherAddress(form.values, settings) }
}

export type ThresholdFormState = ReturnType<typeof useThresholdForm>

const isOtherAddress = (values: ThresholdValues, { paypal_email }: WalletSettings) =>
  values.paypal_email.trim() !== paypal_email

function read(values: ThresholdValues, settings: WalletSettings): FormResult<WalletSettingsEdit> {
  const edit: WalletSettingsEdit = {}
  if (values.payment_threshold !== settings.payment_threshold)
    edit.payment_threshold = values.payment_threshold
  if (values.auto_redeem !== settings.auto_redeem) edit.auto_redeem = values.auto_redeem
  if (isOtherAddress(values, settings)) {
    edit.paypal_email = values.paypal_email
    edit.password = values.password
  }
  const checked = validateWith<WalletSettingsEdit>(WalletSettingsEdit)(edit)
  if (checked.errors) return checked
  if (edit.paypal_email !== undefined && values.password === '')
    return { errors: { password: 'Enter your password.' } }
  return checked
}

import { useNavigate } from '@tanstack/react-router'
import { setMobile } from '#api/people/account-info.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { MobileChange } from '#contract/people/account.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { TextField } from '#ui/fields/field.tsx'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, useMobile, type MobileProps } from './account-info.ts'
import { WaitingCode } from './waiting-code.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { AccountPart } from './account-part.tsx'

/** Shows the form for a phone number, which is used once its code is confirmed. */
export function PhoneScreen() {
  const mobile = useMobile()
  return (
    <AccountPart title="Phone" what="phone" answer={mobile} back={paths.accountInfo}>
      {(part) => <PhoneForm {...part} />}
    </AccountPart>
  )
}

function PhoneForm({ state, set }: MobileProps) {
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const form = useForm({
    draft: 'account-phone',
    initial: { mobile: '' },
    read: validateWith<{ mobile: string }>(MobileChange),
    save: (sent) => attempt(sent, (key) => setMobile(sent, { ...quiet, key })),
    onSaved(next) {
      set(next)
      if (next.pending_mobile !== null) void navigate({ href: paths.confirmPhone })
    },
    action: 'send the code',
    refusal: formErrorsFor('send the code', ['mobile']),
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} fill-column`}>
      <WaitingCode state={state} set={set} />
      <TextField
        {...form.field('mobile')}
        label={state.is_verified ? 'New number' : 'Mobile number'}
        help={
          state.is_verified
            ? `Now ${state.mobile}. It stays until the new one is confirmed.`
            : 'With its country, like +1 202 555 0134'
        }
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <SubmitBar form={form}>{state.delivery === 'outbox' ? 'Make a code' : 'Send code'}</SubmitBar>
    </form>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { setMobile } from '#api/account-info.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { Screen } from '#app/shell/screen.tsx'
import { MobileChange } from '#contract/account.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, useMobile, type MobileProps } from './account-info.ts'
import { Missing } from './missing.tsx'
import { WaitingCode } from './waiting-code.tsx'

/** Shows the form for a phone number, which is used once its code is confirmed. */
export function PhoneScreen() {
  const mobile = useMobile()
  return (
    <Screen title="Phone" freshness={mobile} back={paths.accountInfo} narrow tall>
      {mobile.value ? (
        <PhoneForm state={mobile.value} set={mobile.set} />
      ) : (
        <Missing what="phone" answer={mobile} />
      )}
    </Screen>
  )
}

function PhoneForm({ state, set }: MobileProps) {
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const bar = useFloating()
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
    <form {...form.props} className={css.form}>
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
      <div ref={bar} className={`${css.bar} stack`}>
        <FieldError text={form.errors[WHOLE_FORM]} />
        <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
          {state.delivery === 'outbox' ? 'Make a code' : 'Send code'}
        </Button>
      </div>
    </form>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setMobile, verifyMobile } from '#api/people/account-info.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { useOffline } from '#app/problems/problems.ts'
import { momentText } from '#app/problems/times.ts'
import { MobileCode } from '#contract/people/account.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './account-info.module.css'
import { NOT_SENT, formErrorsFor, useMobile, waitText, type MobileProps } from './account-info.ts'
import { SubmitBar } from './submit-bar.tsx'
import { AccountPart } from './account-part.tsx'

/** Shows the form for the code sent to the phone. */
export function ConfirmPhoneScreen() {
  const mobile = useMobile()
  return (
    <AccountPart title="Confirm phone" what="phone" answer={mobile} back={paths.accountPhone}>
      {(part) => <CodeOrNone {...part} />}
    </AccountPart>
  )
}

const CodeOrNone = ({ state, set }: MobileProps) =>
  state.pending_mobile === null ? (
    <EmptyState
      title="No code is waiting"
      text="Enter your number first."
      action={<ButtonLink href={paths.accountPhone}>Phone</ButtonLink>}
    />
  ) : (
    <CodeForm state={state} set={set} mobile={state.pending_mobile} />
  )

function CodeForm({ state, set, mobile }: MobileProps & { mobile: string }) {
  const navigate = useNavigate()
  const again = useSendAgain(mobile, set)

  async function leaveThen(update: () => void) {
    await navigate({ href: paths.accountInfo, replace: true })
    update()
  }

  const form = useForm({
    draft: 'phone-code',
    secret: ['code'],
    initial: { code: '' },
    read: validateWith<{ code: string }>(MobileCode),
    save: (sent) => verifyMobile(sent, quiet),
    onSaved(next) {
      toast('Phone confirmed.')
      // Update after leaving. Otherwise this screen would briefly say that no code is waiting.
      void leaveThen(() => set(next))
    },
    action: 'confirm your phone',
    refusal: formErrorsFor('confirm your phone', ['code']),
    offline: NOT_SENT,
  })
  if (!form.ready) return null
  return (
    <form {...form.props} className={`${css.form} fill-column`}>
      <p className={css.text}>{whereText(state, mobile)}</p>
      <TextField
        {...form.field('code')}
        className={css.code}
        label="Code"
        help={
          state.code_until ? `Works until ${momentText(Date.parse(state.code_until))}` : undefined
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <div>
        <Button variant="line" size="md" busy={again.busy} onClick={again.send}>
          {state.delivery === 'outbox' ? 'Make another code' : 'Send another code'}
        </Button>
      </div>
      <SubmitBar form={form}>Confirm</SubmitBar>
    </form>
  )
}

const whereText = ({ delivery }: MobileProps['state'], mobile: string) =>
  delivery === 'outbox'
    ? `This server can’t send messages yet. Ask its operator for the code for ${mobile}.`
    : `Enter the six digits that we sent to ${mobile}.`

function useSendAgain(mobile: string, set: MobileProps['set']) {
  const offline = useOffline()
  const [busy, setBusy] = useState(false)

  async function send() {
    if (offline) {
      toast(NOT_SENT, { tone: 'problem' })
      return
    }
    setBusy(true)
    try {
      const next = await setMobile({ mobile }, { ...quiet, key: crypto.randomUUID() })
      set(next)
      toast(next.delivery === 'outbox' ? 'There is a new code.' : 'A new code is on its way.')
    } catch (error) {
      const text = waitText(error) ?? explainFailure(error, 'send another code')
      if (text) toast(text, { tone: 'problem' })
    }
    setBusy(false)
  }
  return { busy, send: () => void send() }
}

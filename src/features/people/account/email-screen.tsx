import { dayText } from '#app/problems/times.ts'
import type { EmailState } from '#contract/people/account.ts'
import { paths } from '#paths.ts'
import css from './account-info.module.css'
import { useEmail, type EmailProps } from './account-info.ts'
import { ChangeEmailForm } from './change-email-form.tsx'
import { CurrentEmailCard, PendingEmailCard } from './email-cards.tsx'
import { AccountPart } from './account-part.tsx'
import { Facts } from '#ui/facts.tsx'

/** Shows the email address and the form to change it. */
export function EmailScreen() {
  const email = useEmail()
  return (
    <AccountPart title="Email" what="email" answer={email} back={paths.accountInfo}>
      {(part) => <EmailParts {...part} />}
    </AccountPart>
  )
}

const EmailParts = ({ state, set }: EmailProps) =>
  state.pending_email === null ? (
    <>
      {!state.is_confirmed && (
        <div className={`${css.part} stack`}>
          <CurrentEmailCard state={state} set={set} />
        </div>
      )}
      <ChangeEmailForm state={state} set={set} />
    </>
  ) : (
    <div className={`${css.part} stack`}>
      <PendingEmailCard state={state} set={set} />
      <EmailFacts state={state} />
    </div>
  )

const EmailFacts = ({ state: { email, confirmed_at } }: { state: EmailState }) => (
  <Facts
    facts={[
      ['Now', email],
      ['Confirmed', confirmed_at === null ? 'Not yet' : dayText(Date.parse(confirmed_at))],
    ]}
  />
)

import { HourglassIcon } from '@phosphor-icons/react/Hourglass'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { useState, type ReactNode } from 'react'
import { resendCurrentEmail, resendNextEmail, cancelEmailChange } from '#api/people/account-info.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useOffline } from '#app/problems/problems.ts'
import { momentText } from '#app/problems/times.ts'
import type { EmailState } from '#contract/people/account.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import css from './account-info.module.css'
import { NOT_SENT, waitText, type EmailProps } from './account-info.ts'
import { LinkForm } from './link-form.tsx'

/** Shows the new address that waits for its confirmation. */
export function PendingEmailCard({ state, set }: EmailProps) {
  const { delivery, pending_email, sent_at, email } = state
  const act = useEmailAction(set)
  const [hasLink, setHasLink] = useState(false)
  const noMail = delivery === 'outbox'
  return (
    <>
      <Card state={noMail ? NO_MAIL : 'Waiting for you to confirm'} address={pending_email ?? ''}>
        <p className={css.text}>
          {`${noMail ? ASK_OPERATOR : sentText(sent_at)} Until then you sign in with the old address.`}
        </p>
        <div className={css.actions}>
          {noMail ? (
            <Button variant="primary" size="md" onClick={() => setHasLink(true)}>
              I have the link
            </Button>
          ) : (
            <Button
              variant="primary"
              size="md"
              busy={act.busy}
              onClick={() => act.run('send the mail again', () => resendNextEmail(quiet), SENDING)}
            >
              Send again
            </Button>
          )}
          <Button
            variant="quiet"
            size="md"
            busy={act.busy}
            onClick={() =>
              act.run(
                'cancel the change',
                () => cancelEmailChange(email, quiet),
                'Your email stays.',
              )
            }
          >
            Cancel change
          </Button>
        </div>
      </Card>
      {hasLink && <LinkForm set={set} />}
      <Note>
        {noMail ? NOTHING_LEFT : 'Not there? Check your spam folder and the address above.'}
      </Note>
    </>
  )
}

/** Shows the current address while it is not confirmed. */
export function CurrentEmailCard({ state, set }: EmailProps) {
  const { delivery, email, sent_at } = state
  const act = useEmailAction(set)
  const [hasLink, setHasLink] = useState(false)
  const noMail = delivery === 'outbox'
  const ask = () =>
    act.run('send the mail', () => resendCurrentEmail(quiet), noMail ? NO_MAIL : SENDING)
  return (
    <>
      <Card state="Not confirmed yet" address={email}>
        <p className={css.text}>
          {`${sent_at !== null && !noMail ? `${sentText(sent_at)} ` : ''}You need a confirmed address to be paid and to get mail about your links.${noMail ? ` ${NO_MAIL}. ${ASK_OPERATOR}` : ''}`}
        </p>
        <div className={css.actions}>
          <Button variant="primary" size="md" busy={act.busy} onClick={ask}>
            {noMail ? 'Make a link' : sent_at === null ? 'Confirm this address' : 'Send again'}
          </Button>
          {noMail && (
            <Button variant="quiet" size="md" onClick={() => setHasLink(true)}>
              I have the link
            </Button>
          )}
        </div>
      </Card>
      {hasLink && <LinkForm set={set} />}
    </>
  )
}

const NO_MAIL = 'This server can’t send mail yet'
const ASK_OPERATOR = 'Ask its operator for the confirmation link.'
const NOTHING_LEFT = 'No mail has left this server.'
const SENDING = 'The mail is on its way.'

function sentText(sentAt: EmailState['sent_at']): string {
  if (sentAt === null) return 'A mail is on its way there. Open it and press Confirm.'
  const when = momentText(Date.parse(sentAt))
  return `Open the mail we sent there ${when.includes(',') ? 'on' : 'at'} ${when} and press Confirm.`
}

type CardProps = { state: string; address: string; children: ReactNode }

const Card = ({ state, address, children }: CardProps) => (
  <section className={`${css.card} stack`} aria-label={state}>
    <p className={css.state}>
      <HourglassIcon size={18} weight="bold" aria-hidden />
      <span>{state}</span>
    </p>
    <h2 className={css.address}>{address}</h2>
    {children}
  </section>
)

const Note = ({ children }: { children: ReactNode }) => (
  <p className={`${css.note} hint`}>
    <InfoIcon size={18} aria-hidden />
    <span>{children}</span>
  </p>
)

/**
 * Returns a function that runs an action and shows its result. After too many attempts, the message
 * says how long to wait.
 */
function useEmailAction(set: EmailProps['set']) {
  const offline = useOffline()
  const [busy, setBusy] = useState(false)

  async function run(action: string, call: () => Promise<EmailState>, done: string) {
    if (offline) {
      toast(NOT_SENT, { tone: 'problem' })
      return
    }
    setBusy(true)
    try {
      set(await call())
      toast(done)
    } catch (error) {
      const text = waitText(error) ?? explainFailure(error, action)
      if (text) toast(text, { tone: 'problem' })
    }
    setBusy(false)
  }
  return { busy, run: (...args: Parameters<typeof run>) => void run(...args) }
}

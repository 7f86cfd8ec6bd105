import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import type { ConfirmedEmail, KeyState, Outcome } from './confirm-email.ts'
import { KEY_DAYS } from './email-keys.ts'

type ValidKey = Extract<KeyState, { is: 'good' }>

/**
 * Shows a button that confirms the address. Opening the page changes nothing, because mail programs
 * open links too.
 */
export const ConfirmEmailPage = ({ email, about, action }: ValidKey & { action: string }) => (
  <Page title="Confirm your email">
    <Heading title="Confirm your email">
      {about === 'next' ? 'After that, you sign in with ' : 'You sign in with '}
      <strong>{email}</strong>.
    </Heading>
    <Form action={action} hidden={{}}>
      <Submit>Confirm</Submit>
    </Form>
  </Page>
)

export const EmailConfirmedPage = ({ email, about }: ConfirmedEmail) => (
  <Page title="Email confirmed">
    <Heading title="Email confirmed">
      <strong>{email}</strong>
    </Heading>
    <Note tone="good">
      {about === 'next'
        ? 'Use it to sign in from now on. Your devices stay signed in.'
        : 'You have confirmed that this address is yours.'}
    </Note>
    <ToSettings />
  </Page>
)

type InvalidKey = Exclude<Outcome, ConfirmedEmail> | { is: 'throttled' }

/** Explains why a link does not work. */
export const InvalidEmailKeyPage = (state: InvalidKey) => {
  const [title, text] = MESSAGES[state.is]
  return (
    <Page title={title}>
      <div class="heading">
        <h1>{title}</h1>
        {state.is === 'used' && (
          <p>
            <strong>{state.email}</strong>
          </p>
        )}
        <p>{text}</p>
      </div>
      <ToSettings />
    </Page>
  )
}

const MESSAGES: Record<InvalidKey['is'], [title: string, text: string]> = {
  used: ['Already confirmed', 'You have used this link before. There is nothing more to do.'],
  old: [
    'This link has expired',
    `Links expire after ${KEY_DAYS} days. Request a new one in your settings.`,
  ],
  closed: [
    'This link no longer works',
    'The change was cancelled, or you requested a different address later.',
  ],
  unknown: ['This link does not work', 'Copy the complete link from the email and try again.'],
  taken: [
    'This address is taken',
    'Another account uses it. Choose a different address in your settings.',
  ],
  throttled: ['Too many attempts', 'Try again in 15 minutes.'],
}

const ToSettings = () => (
  <a class="button" href="/settings/accountinfo/email">
    Open your email settings
  </a>
)

import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Page } from '../../platform/html/layout.tsx'
import type { ConfirmedEmail, KeyState, Outcome } from './confirm-email.ts'
import { KEY_DAYS } from './email-keys.ts'

type ValidKey = Extract<KeyState, { is: 'good' }>

/**
 * Shows a button that confirms the address. Opening the page changes nothing, because mail programs
 * open links too.
 */
export const ConfirmEmailPage = ({ email, about, action }: ValidKey & { action: string }) => (
  <Page title="Confirm your email">
    <div class="heading">
      <h1>Confirm your email</h1>
      <p>
        {about === 'next' ? 'From then on you sign in with ' : 'You sign in with '}
        <strong>{email}</strong>.
      </p>
    </div>
    <Form action={action} hidden={{}}>
      <Submit>Confirm</Submit>
    </Form>
  </Page>
)

export const EmailConfirmedPage = ({ email, about }: ConfirmedEmail) => (
  <Page title="Email confirmed">
    <div class="heading">
      <h1>Email confirmed</h1>
      <p>
        <strong>{email}</strong>
      </p>
    </div>
    <Note tone="good">
      {about === 'next'
        ? 'You sign in with it from now on. Where you are signed in you stay signed in.'
        : 'We know now that this mailbox is yours.'}
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
  used: ['Confirmed already', 'This link was used. There is nothing more to do.'],
  old: [
    'This link is too old',
    `A link works for ${KEY_DAYS} days. Send yourself a new one from your settings.`,
  ],
  closed: [
    'This link no longer works',
    'The change was taken back, or another address was asked for since.',
  ],
  unknown: ['This link does not work', 'Open it from the mail again, all of it.'],
  taken: [
    'This address is taken',
    'Another account signs in with it now, so it cannot be yours, too.',
  ],
  throttled: ['Too many attempts', 'Try again in a quarter of an hour.'],
}

const ToSettings = () => (
  <a class="button" href="/settings/accountinfo/email">
    Open your email settings
  </a>
)

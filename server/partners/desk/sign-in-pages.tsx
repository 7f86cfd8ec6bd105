import { APP_NAME } from '#contract/app-constants.ts'
import type { FieldErrors } from '#contract/common.ts'
import { EmailField, Form, Note, Submit } from '../../platform/html/form.tsx'
import { ReadingPage } from '../../platform/html/layout.tsx'
import { LINK_HOURS } from './sign-in-links.ts'

/**
 * Shows a button that signs in. Opening the page changes nothing, because mail programs open links
 * in advance.
 */
export const OpenDeskPage = ({
  name,
  action,
  csrf,
}: Record<'name' | 'action' | 'csrf', string>) => (
  <ReadingPage title="Sign in to the brand desk">
    <div class="heading">
      <h1>The desk of {name}</h1>
      <p>
        Partners, sales and messages. This link works once, so press only where you want to stay.
      </p>
    </div>
    <Form action={action} hidden={{ csrf }}>
      <Submit>Sign in</Submit>
    </Form>
  </ReadingPage>
)

type AskProps = {
  csrf: string
  delivery: 'smtp' | 'outbox'
  /** Reason why the page is shown. */
  about: 'start' | 'ended' | 'out'
  email?: string
  errors?: FieldErrors
}

const TITLES = {
  start: 'Brand desk',
  ended: 'This sign-in link has ended',
  out: 'You are signed out',
} as const

/** Shows the form to request a new link. */
export const AskForLinkPage = ({ csrf, delivery, about, email, errors }: AskProps) => (
  <ReadingPage title={`${errors ? 'Error: ' : ''}${TITLES[about]}`}>
    <div class="heading">
      <h1>{TITLES[about]}</h1>
      <p>
        Links to the brand desk work once, for {LINK_HOURS} hours.{' '}
        {delivery === 'smtp'
          ? 'We can mail you a new one.'
          : "This server can't send mail yet: ask its operator for a new one."}
      </p>
    </div>
    {delivery === 'smtp' && (
      <Form action="/desk/sign-in" hidden={{ csrf }} errors={errors} ownWords>
        <EmailField email={email} errors={errors} autocomplete="email" />
        <Submit>Mail me a new link</Submit>
      </Form>
    )}
  </ReadingPage>
)

/**
 * Confirms the request. The page is the same for an unknown address, so it does not reveal which
 * addresses exist.
 */
export const LinkAskedPage = ({ email }: { email: string }) => (
  <ReadingPage title="Check your mail">
    <div class="heading">
      <h1>Check your mail</h1>
      <p>
        If <strong>{email}</strong> belongs to a brand on {APP_NAME}, a link is on its way.
      </p>
    </div>
    <Note tone="plain">Nothing there? Look in the spam folder, or ask whoever runs this site.</Note>
  </ReadingPage>
)

export const ForeignFormPage = () => (
  <ReadingPage title="That didn't count">
    <div class="heading">
      <h1>That didn't count</h1>
      <p>This form was from another sign-in, or from another site. Nothing has changed.</p>
    </div>
    <a class="button" href="/desk/partners">
      Back to the desk
    </a>
  </ReadingPage>
)

export const TooManyPage = () => (
  <ReadingPage title="Too many attempts">
    <div class="heading">
      <h1>Too many attempts</h1>
      <p>Try again in a quarter of an hour.</p>
    </div>
  </ReadingPage>
)

export const NothingHerePage = () => (
  <ReadingPage title="This isn't here">
    <div class="heading">
      <h1>This isn't here</h1>
      <p>There is no such page in your desk.</p>
    </div>
    <a class="button" href="/desk/partners">
      Back to the desk
    </a>
  </ReadingPage>
)

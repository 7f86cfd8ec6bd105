import { APP_NAME } from '#contract/app-constants.ts'
import type { FieldErrors } from '#contract/common.ts'
import { ProviderForm } from '../../people/oidc/provider-form.tsx'
import { Checkbox, EmailField, Form, Note, Submit } from '../../platform/html/form.tsx'
import { ReadingPage } from '../../platform/html/layout.tsx'
import { LINK_HOURS } from './sign-in-links.ts'

type OpenProps = Record<'name' | 'action' | 'csrf', string> & {
  /** Account at the OpenID Connect provider that can be connected with this link. */
  connects: { name: string; email: string } | undefined
}

/**
 * Shows a button that signs in. Opening the page changes nothing, because mail programs open links
 * in advance.
 */
export const OpenDeskPage = ({ name, action, csrf, connects }: OpenProps) => (
  <ReadingPage title="Sign in to the brand desk">
    <div class="heading">
      <h1>Brand desk of {name}</h1>
      <p>
        See your partners, sales and messages. This link works once, so sign in on the device that
        you want to use.
      </p>
    </div>
    <Form action={action} hidden={{ csrf }}>
      {connects && (
        <Checkbox
          name="connect"
          label={`From now on, also sign in with ${connects.name} as ${connects.email}`}
          checked
        />
      )}
      <Submit>Sign in</Submit>
    </Form>
  </ReadingPage>
)

type AskProps = {
  csrf: string
  delivery: 'smtp' | 'outbox'
  /** Name of the OpenID Connect provider. */
  provider: string | undefined
  /** Whether brands can apply. */
  takesApplications: boolean
  /** Reason why the page is shown. */
  about: 'start' | 'ended' | 'out'
  email?: string
  errors?: FieldErrors
}

const TITLES = {
  start: 'Brand desk',
  ended: 'This sign-in link no longer works',
  out: 'You are signed out',
} as const

/** Shows the form to request a new link. */
export const AskForLinkPage = ({
  csrf,
  delivery,
  provider,
  takesApplications,
  about,
  email,
  errors,
}: AskProps) => (
  <ReadingPage title={`${errors ? 'Error: ' : ''}${TITLES[about]}`}>
    <div class="heading">
      <h1>{TITLES[about]}</h1>
      <p>
        Sign-in links work once and expire after {LINK_HOURS} hours.{' '}
        {delivery === 'smtp'
          ? 'We can email you a new one.'
          : "This server can't send email yet. Ask its operator for a new one."}
      </p>
    </div>
    {delivery === 'smtp' && (
      <Form action="/desk/sign-in" hidden={{ csrf }} errors={errors} ownWords>
        <EmailField email={email} errors={errors} autocomplete="email" />
        <Submit>Email me a new link</Submit>
      </Form>
    )}
    {provider && <ProviderForm action="/desk/sign-in/oidc" hidden={{ csrf }} name={provider} />}
    {takesApplications && (
      <p class="about">
        Not on {APP_NAME} yet? <a href="/desk/apply">Apply as a brand</a>
      </p>
    )}
  </ReadingPage>
)

/**
 * Confirms the request. The page is the same for an unknown address, so it does not reveal which
 * addresses exist.
 */
export const LinkAskedPage = ({ email }: { email: string }) => (
  <ReadingPage title="Check your email">
    <div class="heading">
      <h1>Check your email</h1>
      <p>
        If <strong>{email}</strong> belongs to a brand on {APP_NAME}, a sign-in link is on its way.
      </p>
    </div>
    <Note tone="plain">No email? Check your spam folder, or ask the operator of this site.</Note>
  </ReadingPage>
)

export const ForeignFormPage = () => (
  <ReadingPage title="Nothing was changed">
    <div class="heading">
      <h1>Nothing was changed</h1>
      <p>The form was sent from another site or after a new sign-in. Go back and try again.</p>
    </div>
    <a class="button" href="/desk/partners">
      Back to the brand desk
    </a>
  </ReadingPage>
)

export const TooManyPage = () => (
  <ReadingPage title="Too many attempts">
    <div class="heading">
      <h1>Too many attempts</h1>
      <p>Try again in 15 minutes.</p>
    </div>
  </ReadingPage>
)

export const NothingHerePage = () => (
  <ReadingPage title="Page not found">
    <div class="heading">
      <h1>Page not found</h1>
      <p>This page does not exist in your brand desk.</p>
    </div>
    <a class="button" href="/desk/partners">
      Back to the brand desk
    </a>
  </ReadingPage>
)

export const NotAllowedPage = () => (
  <ReadingPage title="Not allowed">
    <div class="heading">
      <h1>Not allowed</h1>
      <p>Your role does not allow this. Ask an owner of this brand desk.</p>
    </div>
    <a class="button" href="/desk/partners">
      Back to the brand desk
    </a>
  </ReadingPage>
)

import type { OidcSettings } from '../../platform/config/config-oidc.ts'
import { EmailField, Form, Submit } from '../../platform/html/form.tsx'
import { Heading, Page, ReadingPage } from '../../platform/html/layout.tsx'
import { type Delivery, NoMailNote } from '../accounts/sign-in/page-parts.tsx'
import { AcceptTerms, type View } from '../accounts/sign-in-pages.tsx'
import type { ProblemKind } from './oidc-problem.ts'

/** Shows where the browser goes next. The header `Refresh` opens the address by itself. */
export const LeavePage = ({ name, url }: { name: string; url: string }) => (
  <ReadingPage title={`Opening ${name}`}>
    <div class="heading">
      <h1>Opening {name}</h1>
      <p>Sign in there, then you come back here.</p>
    </div>
    <a class="button" href={url}>
      Continue to {name}
    </a>
  </ReadingPage>
)

type NewUserProps = {
  view: View
  name: string
  /** Email that must be used: confirmed by the provider, or invited. */
  fixedEmail: string | undefined
  hasTerms: boolean
}

/** Asks a person without an account whether to create one. */
export const NewUserPage = ({ view, name, fixedEmail, hasTerms }: NewUserProps) => {
  const { errors, email } = view
  return (
    <Page title={errors ? 'Error: Create account' : 'Create account'}>
      <Heading title="Create account">From now on you sign in with {name}.</Heading>
      <Form action="/multi-connect/oidc/create" hidden={view.hidden} errors={errors} ownWords>
        <EmailField
          email={fixedEmail ?? email}
          errors={errors}
          autocomplete="email"
          readonly={fixedEmail !== undefined}
        />
        {hasTerms && <AcceptTerms />}
        <Submit>Create account</Submit>
      </Form>
      <div class="actions">
        <a class="quiet" href={view.pageUrl('login')}>
          I already have an account
        </a>
      </div>
    </Page>
  )
}

type MailProps = { view: View; delivery: Delivery }

/** Shows that a link was requested. The page is the same if the address has no account. */
export const LinkMailedPage = ({ view, delivery }: MailProps) => (
  <Page title="Check your email">
    <Heading title={delivery === 'smtp' ? 'Check your email' : 'Contact support for your link'}>
      If <strong>{view.email}</strong> has an account here, a link for it is{' '}
      {delivery === 'smtp' ? 'on its way' : 'ready'}. Open it in this browser within an hour.
    </Heading>
    <NoMailNote delivery={delivery} />
  </Page>
)

type ConfirmProps = { view: View; linkKey: string; name: string; there: string; email: string }

/** Asks before the link of an email connects an account, because mail programs open links too. */
export const ConfirmLinkPage = ({ view, linkKey, name, there, email }: ConfirmProps) => (
  <Page title={`Connect ${name}?`}>
    <div class="heading">
      <h1>Connect {name}?</h1>
      <p>
        {there === '' ? `Your ${name} account` : `The ${name} account ${there}`} will sign in to the
        account of <strong>{email}</strong>.
      </p>
    </div>
    <Form action="/multi-connect/oidc/confirm" hidden={{ ...view.hidden, key: linkKey }}>
      <Submit>Connect and sign in</Submit>
    </Form>
  </Page>
)

const TITLES: Record<ProblemKind, (name: string) => string> = {
  unreachable: (name) => `${name} does not answer`,
  refused: (name) => `${name} could not sign you in`,
  cancelled: () => 'You did not sign in',
  ended: () => 'This sign-in has ended',
  stale: (name) => `${name} did not ask you to sign in`,
}

const TEXTS: Record<ProblemKind, (name: string) => string> = {
  unreachable: () => 'Try again in a few minutes.',
  refused: (name) =>
    `The answer of ${name} is not valid. Try again. If it happens again, tell the operator of this site.`,
  cancelled: (name) => `Nothing was changed. ${name} says that you cancelled.`,
  ended: () => 'It took too long, was finished before, or was started in another browser.',
  stale: (name) =>
    `To confirm, you must sign in at ${name} again. If it never asks, use a passkey instead.`,
}

type ProblemProps = {
  problem: ProblemKind
  provider: OidcSettings | null
  /** Address and text of the button. */
  back: { href: string; text: string }
  /** Sentence about another way to sign in. */
  other?: string | undefined
}

/** Shows why the sign-in with the provider did not work, and what to do next. */
export const ProblemPage = ({ problem, provider, back, other }: ProblemProps) => {
  const name = provider?.name ?? 'The provider'
  return (
    <ReadingPage title={TITLES[problem](name)}>
      <Heading title={TITLES[problem](name)}>
        {TEXTS[problem](name)}
        {other && ` ${other}`}
      </Heading>
      <a class="button" href={back.href}>
        {back.text}
      </a>
    </ReadingPage>
  )
}

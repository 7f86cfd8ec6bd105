import { EmailField, Form, type Hidden, PasswordField, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import { BackToSignIn, type Delivery, NoMailNote } from './sign-in/page-parts.tsx'
import type { View } from './sign-in-pages.tsx'

type ForgotProps = { view: View; delivery: Delivery }

/**
 * Shows the form for a set-password link. If the server cannot send mail, the page says so before
 * the user waits for one.
 */
export const ForgotPasswordPage = ({ view, delivery }: ForgotProps) => (
  <Page title={view.errors ? 'Error: Set a new password' : 'Set a new password'}>
    <Heading title="Set a new password">
      {delivery === 'smtp'
        ? "We'll email you a link."
        : "This server can't send email yet. Request a link here, then contact support to get it."}
    </Heading>
    <Form action="/multi-connect/forgot-password" hidden={view.hidden} errors={view.errors}>
      <EmailField email={view.email} errors={view.errors} autocomplete="username" focus />
      <Submit>{delivery === 'smtp' ? 'Send link' : 'Request a link'}</Submit>
    </Form>
    <BackToSignIn view={view} />
  </Page>
)

/** Shows that the request was received. The page is the same if the address has no account. */
export const LinkSentPage = ({ view, delivery }: ForgotProps) => (
  <Page title={delivery === 'smtp' ? 'Check your email' : 'Contact support to reset your password'}>
    <Heading
      title={delivery === 'smtp' ? 'Check your email' : 'Contact support to reset your password'}
    >
      If <strong>{view.email}</strong> has an account here, a link for it is{' '}
      {delivery === 'smtp' ? 'on its way' : 'ready'}. It works once and expires in an hour.
    </Heading>
    <NoMailNote delivery={delivery} />
    <BackToSignIn view={view} />
  </Page>
)

type SetProps = { email: string; hidden: Hidden; errors?: View['errors'] }

export const SetPasswordPage = ({ email, hidden, errors }: SetProps) => (
  <Page title={errors ? 'Error: Set a new password' : 'Set a new password'}>
    <Heading title="Set a new password">This signs you out on all devices.</Heading>
    <Form action="/multi-connect/set-password" hidden={hidden} errors={errors}>
      <EmailField email={email} autocomplete="username" readonly />
      <PasswordField label="New password" errors={errors} isNew focus />
      <Submit>Set password</Submit>
    </Form>
  </Page>
)

export const InvalidKeyPage = ({ view }: { view: View }) => (
  <Page title="This link no longer works">
    <Heading title="This link no longer works">
      A link works once and expires after an hour. Request a new one.
    </Heading>
    <a class="button" href={view.pageUrl('forgot-password')}>
      Get a new link
    </a>
    <BackToSignIn view={view} />
  </Page>
)

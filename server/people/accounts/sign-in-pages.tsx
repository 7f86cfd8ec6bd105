import type { FieldErrors } from '#contract/common.ts'
import {
  EmailField,
  Form,
  type Hidden,
  Note,
  PasswordField,
  Submit,
} from '../../platform/html/form.tsx'
import { PasskeyForm } from '../factors/passkeys/passkey-form.tsx'
import { APP_NAME } from '#contract/app-constants.ts'
import type { OidcSettings } from '../../platform/config/config-oidc.ts'
import { EmailLinkButton, ProviderForm } from '../oidc/provider-form.tsx'
import { Heading, Page, StartPage } from '../../platform/html/layout.tsx'

/** Contents of a sign-in page: submitted values, errors, and fields kept across the pages. */
export type View = {
  hidden: Hidden
  /** Returns the URL of another sign-in page with the kept fields. */
  pageUrl: (page: string) => string
  email?: string | undefined
  errors?: FieldErrors | undefined
  /** OpenID Connect provider; null if this server has none. */
  provider: OidcSettings | null
}

const pageTitle = (title: string, errors: FieldErrors | undefined) =>
  errors && Object.keys(errors).length > 0 ? `Error: ${title}` : title

export const SignInPage = ({ view, notice }: { view: View; notice?: string | undefined }) => {
  const { errors, hidden, provider } = view
  const isConnecting = provider !== null && hidden['link'] !== undefined
  const allowsPassword = !provider?.replacesPasswords
  return (
    <StartPage title={pageTitle('Sign in', errors)}>
      <div class="tabs">
        <h1>Sign in</h1>
        {!isConnecting && <a href={view.pageUrl('signup')}>Create account</a>}
      </div>
      {isConnecting ? <ConnectText name={provider.name} /> : <Tagline />}
      {notice && <Note tone="good">{notice}</Note>}
      {provider && !allowsPassword && !isConnecting && (
        <ProviderForm hidden={hidden} name={provider.name} errors={errors} isMain />
      )}
      {(allowsPassword || isConnecting) && (
        <CredentialsForm view={view} {...{ allowsPassword, isConnecting }} />
      )}
      <PasskeyForm hidden={hidden} />
      {provider && allowsPassword && !isConnecting && (
        <ProviderForm hidden={hidden} name={provider.name} />
      )}
      {allowsPassword && (
        <div class="actions">
          <a class="quiet" href={view.pageUrl('forgot-password')}>
            Forgot your password?
          </a>
        </div>
      )}
    </StartPage>
  )
}

type CredentialsProps = { view: View; allowsPassword: boolean; isConnecting: boolean }

const CredentialsForm = ({ view, allowsPassword, isConnecting }: CredentialsProps) => {
  const { errors, email, hidden } = view
  const action = allowsPassword ? '/multi-connect/login' : '/multi-connect/oidc/mail'
  return (
    <Form action={action} hidden={hidden} errors={errors} ownWords>
      <EmailField email={email} errors={errors} autocomplete="username" focus={!email} />
      {allowsPassword && <PasswordField errors={errors} focus={Boolean(email)} />}
      <Submit>{allowsPassword ? 'Sign in' : 'Email me a link'}</Submit>
      {allowsPassword && isConnecting && <EmailLinkButton />}
    </Form>
  )
}

const ConnectText = ({ name }: { name: string }) => (
  <p class="claim">
    Sign in to your account once to connect {name}. From then on you can sign in with {name}.
  </p>
)

/** Explains the product in one sentence. */
const Tagline = () => (
  <p class="claim">{APP_NAME} creates short links to what you recommend and counts every click.</p>
)

type SignUpProps = {
  view: View
  invited?: boolean | undefined
  /** The user came through a referral link. */
  referred?: boolean | undefined
  /** The operator has published terms. */
  hasTerms: boolean
}

export const SignUpPage = ({ view, invited, referred, hasTerms }: SignUpProps) => {
  const { errors, email, provider, hidden } = view
  const allowsPassword = !provider?.replacesPasswords
  return (
    <StartPage title={pageTitle('Create account', errors)}>
      <div class="tabs">
        <h1>Create account</h1>
        <a href={view.pageUrl('login')}>Sign in</a>
      </div>
      <Tagline />
      {referred && (
        <Note tone="plain">
          You were invited. The person who invited you will see your name and the day you join.
        </Note>
      )}
      {allowsPassword && (
        <Form action="/multi-connect/signup" hidden={hidden} errors={errors} ownWords>
          <EmailField
            email={email}
            errors={errors}
            autocomplete="email"
            focus={!email || Boolean(errors?.['email'])}
            readonly={invited}
          />
          <PasswordField errors={errors} isNew focus={Boolean(email) && !errors?.['email']} />
          {hasTerms && <AcceptTerms />}
          <Submit>Create account</Submit>
        </Form>
      )}
      {provider && (
        <ProviderForm
          hidden={hidden}
          name={provider.name}
          errors={allowsPassword ? undefined : errors}
          isMain={!allowsPassword}
        />
      )}
    </StartPage>
  )
}

/** Says that a new account accepts the terms. */
export const AcceptTerms = () => (
  <p class="about">
    By creating an account you accept the <a href="/terms">terms</a>.
  </p>
)

/** Explains why sign-up is not open to this visitor: `SIGNUP=closed` or `invite`. */
export const NoSignUpPage = ({ view, reason }: { view: View; reason: string }) => (
  <Page title="Create account">
    <Heading title="Create account">{reason}</Heading>
    <a class="button" href={view.pageUrl('login')}>
      Sign in
    </a>
  </Page>
)

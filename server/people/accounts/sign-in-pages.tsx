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
import { StartPage, Page } from '../../platform/html/layout.tsx'

/** Contents of a sign-in page: submitted values, errors, and fields kept across the pages. */
export type View = {
  hidden: Hidden
  /** Returns the URL of another sign-in page with the kept fields. */
  pageUrl: (page: string) => string
  email?: string | undefined
  errors?: FieldErrors | undefined
}

const pageTitle = (title: string, errors: FieldErrors | undefined) =>
  errors && Object.keys(errors).length > 0 ? `Error: ${title}` : title

export const SignInPage = ({ view, notice }: { view: View; notice?: string | undefined }) => {
  const { errors, email } = view
  return (
    <StartPage title={pageTitle('Sign in', errors)}>
      <div class="tabs">
        <h1>Sign in</h1>
        <a href={view.pageUrl('signup')}>Create account</a>
      </div>
      <Tagline />
      {notice && <Note tone="good">{notice}</Note>}
      <Form action="/multi-connect/login" hidden={view.hidden} errors={errors} ownWords>
        <EmailField email={email} errors={errors} autocomplete="username" focus={!email} />
        <PasswordField errors={errors} focus={Boolean(email)} />
        <Submit>Sign in</Submit>
      </Form>
      <PasskeyForm hidden={view.hidden} />
      <div class="actions">
        <a class="quiet" href={view.pageUrl('forgot-password')}>
          Forgot your password?
        </a>
      </div>
    </StartPage>
  )
}

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
  const { errors, email } = view
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
      <Form action="/multi-connect/signup" hidden={view.hidden} errors={errors} ownWords>
        <EmailField
          email={email}
          errors={errors}
          autocomplete="email"
          focus={!email || Boolean(errors?.['email'])}
          readonly={invited}
        />
        <PasswordField errors={errors} isNew focus={Boolean(email) && !errors?.['email']} />
        {hasTerms && (
          <p class="about">
            By creating an account you accept the <a href="/terms">terms</a>.
          </p>
        )}
        <Submit>Create account</Submit>
      </Form>
    </StartPage>
  )
}

/** Explains why sign-up is not open to this visitor: `SIGNUP=closed` or `invite`. */
export const NoSignUpPage = ({ view, reason }: { view: View; reason: string }) => (
  <Page title="Create account">
    <div class="heading">
      <h1>Create account</h1>
      <p>{reason}</p>
    </div>
    <a class="button" href={view.pageUrl('login')}>
      Sign in
    </a>
  </Page>
)

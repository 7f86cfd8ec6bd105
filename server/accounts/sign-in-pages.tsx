import type { FieldErrors } from '#contract/common.ts'
import { EmailField, Form, type Hidden, Note, PasswordField, Submit } from '../html/form.tsx'
import { Page } from '../html/layout.tsx'

/** What a page of the login host shows: typed values, problems, and what it carries along. */
export type View = {
  hidden: Hidden
  /** Leads to a sister page with everything that is carried along. */
  to: (page: string) => string
  email?: string | undefined
  errors?: FieldErrors | undefined
}

const titled = (title: string, errors: FieldErrors | undefined) =>
  errors && Object.keys(errors).length > 0 ? `Error: ${title}` : title

export const SignInPage = ({ view, notice }: { view: View; notice?: string | undefined }) => {
  const { errors, email } = view
  return (
    <Page title={titled('Sign in', errors)}>
      <div class="tabs">
        <h1>Sign in</h1>
        <a href={view.to('signup')}>Create account</a>
      </div>
      {notice && <Note tone="good">{notice}</Note>}
      <Form action="/multi-connect/login" hidden={view.hidden} errors={errors}>
        <EmailField email={email} errors={errors} autocomplete="username" focus={!email} />
        <PasswordField errors={errors} focus={Boolean(email)} />
        <Submit>Sign in</Submit>
      </Form>
      <div class="actions">
        <a class="quiet" href={view.to('forgot-password')}>
          Forgot your password?
        </a>
      </div>
    </Page>
  )
}

export const SignUpPage = ({ view, invited }: { view: View; invited?: boolean }) => {
  const { errors, email } = view
  return (
    <Page title={titled('Create account', errors)}>
      <div class="tabs">
        <a href={view.to('login')}>Sign in</a>
        <h1>Create account</h1>
      </div>
      <Form action="/multi-connect/signup" hidden={view.hidden} errors={errors}>
        <EmailField
          email={email}
          errors={errors}
          autocomplete="email"
          focus={!email || Boolean(errors?.['email'])}
          readonly={invited}
        />
        <PasswordField errors={errors} isNew focus={Boolean(email) && !errors?.['email']} />
        <Submit>Create account</Submit>
      </Form>
    </Page>
  )
}

/** `SIGNUP=closed` or `invite` (D-107). */
export const NoSignUpPage = ({ view, reason }: { view: View; reason: string }) => (
  <Page title="Create account">
    <div class="heading">
      <h1>Create account</h1>
      <p>{reason}</p>
    </div>
    <a class="button" href={view.to('login')}>
      Sign in
    </a>
  </Page>
)

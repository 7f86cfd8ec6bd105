import type { FieldErrors } from '#contract/common.ts'
import { CodeField, NewSecret } from '../../../people/factors/code-parts.tsx'
import { PasskeyForm } from '../../../people/factors/passkeys/passkey-form.tsx'
import { ProviderForm } from '../../../people/oidc/provider-form.tsx'
import { passkeyPageScript } from '../../../platform/html/assets.ts'
import {
  EmailField,
  Field,
  Form,
  Note,
  PasswordField,
  Submit,
} from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { INVITATION_DAYS } from '../../staff/staff-invitations.ts'

type Errors = { errors?: FieldErrors | undefined }

const titled = (title: string, errors?: FieldErrors) => (errors ? `Error: ${title}` : title)

type SignInProps = Errors & {
  csrf: string
  email?: string
  isOut?: boolean
  /** Name of the OpenID Connect provider, if it names staff. */
  provider: string | undefined
}

export const SignInPage = ({ csrf, errors, email, provider, isOut = false }: SignInProps) => (
  <ReadingPage title={titled('Console', errors)} script={passkeyPageScript}>
    <div class="heading">
      <h1>Console</h1>
      <p>For staff of this site.</p>
    </div>
    {isOut && <Note tone="plain">You are signed out.</Note>}
    <Form action="/console/sign-in" hidden={{ csrf }} errors={errors} ownWords>
      <EmailField email={email} errors={errors} autocomplete="username" />
      <PasswordField errors={errors} />
      <CodeField errors={errors} help="From your authenticator app, or a recovery code" />
      <Submit>Sign in</Submit>
    </Form>
    <PasskeyForm action="/console/passkey" hidden={{ csrf }} />
    {provider && <ProviderForm action="/console/oidc" hidden={{ csrf }} name={provider} />}
  </ReadingPage>
)

type InvitationProps = Errors & {
  csrf: string
  action: string
  email: string
  /** Secret for the authenticator app in Base32. */
  secret: string
  name?: string
}

/** Shows the form with which an invited member sets up their access. */
export const InvitationPage = ({ csrf, action, email, secret, name, errors }: InvitationProps) => (
  <ReadingPage title={titled('Set up your access', errors)}>
    <div class="heading">
      <h1>Set up your access</h1>
      <p>You will sign in to the console with {email}, a password and a code from an app.</p>
    </div>
    <Form action={action} hidden={{ csrf, secret }} errors={errors} ownWords>
      <Field
        name="name"
        label="Your name"
        errors={errors}
        help="Other staff see it beside what you do."
        input={{ type: 'text', autocomplete: 'name', maxlength: 80, value: name }}
      />
      <PasswordField errors={errors} isNew />
      <div class="heading">
        <h2>Authenticator app</h2>
        <p>Scan this code with an authenticator app, or type the key into it.</p>
        <NewSecret secret={secret} email={email} />
      </div>
      <CodeField errors={errors} help="6 digits that the app shows now" />
      <Submit>Set up access</Submit>
    </Form>
  </ReadingPage>
)

type TextProps = {
  title: string
  /** Sentence, or several lines of which the others are listed below the first one. */
  text: string
  isSignedIn?: boolean
  /** Page of the console to which the button leads. */
  back?: string
}

export const TextPage = ({ title, text, isSignedIn = false, back = '/console' }: TextProps) => {
  const [first, ...others] = text.split('\n')
  return (
    <ReadingPage title={title}>
      <div class="heading">
        <h1>{title}</h1>
        <p>{first}</p>
        {others.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {isSignedIn && (
        <a class="button" href={back}>
          {back === '/console' ? 'Back to the console' : 'Back'}
        </a>
      )}
    </ReadingPage>
  )
}

export const EndedInvitationPage = () => (
  <TextPage
    title="This invitation no longer works"
    text={`Invitations work once and expire after ${INVITATION_DAYS} days. Ask the operator for a new one.`}
  />
)

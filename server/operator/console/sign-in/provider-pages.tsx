import type { FieldErrors } from '#contract/common.ts'
import { Cancel, EmailField, Form, PasswordField, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import { CodeField } from '../../../people/factors/code-parts.tsx'

type Props = { csrf: string; link: string; errors?: FieldErrors }

const CODE_HELP = 'From your authenticator app, or a recovery code'
const titled = (title: string, errors?: FieldErrors) => (errors ? `Error: ${title}` : title)

/** Asks a member with an authenticator app for a code after the provider. */
export const ProviderCodePage = ({ csrf, link, errors }: Props) => (
  <ReadingPage title={titled('Enter your code', errors)}>
    <div class="heading">
      <h1>Enter your code</h1>
    </div>
    <Form action="/console/oidc/code" hidden={{ csrf, link }} errors={errors} ownWords>
      <CodeField errors={errors} help={CODE_HELP} />
      <Submit>Sign in</Submit>
    </Form>
  </ReadingPage>
)

/** Asks a known member for password and code once, to connect their account at the provider. */
export const ConnectStaffPage = ({
  csrf,
  link,
  errors,
  name,
  email,
}: Props & { name: string; email: string }) => (
  <ReadingPage title={titled(`Connect ${name}`, errors)}>
    <div class="heading">
      <h1>Connect {name}</h1>
      <p>
        There is a staff account with your email. Sign in to it once. From then on you can sign in
        with {name}.
      </p>
    </div>
    <Form action="/console/oidc/connect" hidden={{ csrf, link }} errors={errors} ownWords>
      <EmailField email={email.slice(0, 254)} errors={errors} autocomplete="username" />
      <PasswordField errors={errors} />
      <CodeField errors={errors} help={CODE_HELP} />
      <Submit>Connect and sign in</Submit>
    </Form>
  </ReadingPage>
)

/** Leads to the console. The header `Refresh` opens it by itself. */
export const OpenConsolePage = ({ text }: { text: string }) => (
  <ReadingPage title="Console">
    <div class="heading">
      <h1>Console</h1>
      <p>{text}</p>
    </div>
    <a class="button" href="/console">
      Open the console
    </a>
  </ReadingPage>
)

/** Asks a member without an authenticator app to sign in again before money moves. */
export const ConfirmAtProviderPage = ({ csrf, name }: { csrf: string; name: string }) => (
  <ReadingPage title={`Confirm with ${name}`}>
    <div class="heading">
      <h1>Confirm with {name}</h1>
      <p>
        Decisions about money need a sign-in of the last five minutes. Sign in there again, then
        decide again.
      </p>
    </div>
    <form method="post" action="/console/confirm" class="form">
      <Csrf value={csrf} />
      <Submit>Continue to {name}</Submit>
    </form>
    <Cancel href="/console" />
  </ReadingPage>
)

import { CodeField } from './code-parts.tsx'
import { PasskeyForm } from './passkeys/passkey-form.tsx'
import { BackToSignIn } from '../accounts/sign-in/page-parts.tsx'
import type { View } from '../accounts/sign-in-pages.tsx'
import { Form, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'

type Props = { view: View; signInKey: string | undefined }

/** Asks for the code of the authenticator app after the right password. */
export const CodePage = ({ view, signInKey }: Props) => (
  <Page title={view.errors ? 'Error: Enter your code' : 'Enter your code'}>
    <Heading title="Enter your code">
      Open your authenticator app, or use one of your recovery codes.
    </Heading>
    <Form
      action="/multi-connect/code"
      hidden={{ ...view.hidden, key: signInKey }}
      errors={view.errors}
      ownWords
    >
      <CodeField errors={view.errors} help="6 digits, or a recovery code like ABCDE-23456" focus />
      <Submit>Sign in</Submit>
    </Form>
    <PasskeyForm hidden={view.hidden} />
    <form method="post" action="/multi-connect/recovery" class="actions">
      <input type="hidden" name="csrf" value={view.hidden['csrf']} />
      <input type="hidden" name="key" value={signInKey} />
      <button type="submit" class="quiet">
        I lost all of them
      </button>
    </form>
    <BackToSignIn view={view} />
  </Page>
)

/** Shows that the password must be entered again before a code. */
export const CodeTooLatePage = ({ view }: { view: View }) => (
  <Page title="Sign in again">
    <Heading title="Sign in again">
      This page was open for too long. Enter your password again, then a code.
    </Heading>
    <a class="button" href={view.pageUrl('login')}>
      Sign in
    </a>
  </Page>
)

import type { FieldErrors } from '#contract/common.ts'
import { CodeField, NewSecret } from '../../../people/factors/code-parts.tsx'
import { Cancel, Form, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { PageHead, shownDay } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { Desk } from '../desk-session.tsx'
import { DeskPage } from '../layout.tsx'
import { nameOfPerson } from './people.ts'

type Errors = { errors?: FieldErrors | undefined }

const titled = (title: string, errors?: FieldErrors) => (errors ? `Error: ${title}` : title)

/** Shows the person's own access and their second factor. */
export const AccessPage = ({
  desk,
  codesLeft,
  errors,
}: { desk: Desk; codesLeft: number } & Errors) => {
  const { person, provider } = desk
  const about = [nameOfPerson(person), ...(person.name ? [person.email] : []), person.role]
  return (
    <DeskPage desk={desk} tab="people" title={titled('Your access', errors)}>
      <PageHead
        back={{ href: '/desk/people', text: 'People' }}
        title="Your access"
        text={about.join(', ')}
      />
      <h2>Authenticator app</h2>
      {person.sealedSecret === null ? (
        <AppOff desk={desk} />
      ) : (
        <AppOn desk={desk} codesLeft={codesLeft} errors={errors} />
      )}
      {provider !== null && (
        <>
          <h2>{provider}</h2>
          <p class="lead">
            <a href="/desk/accounts">Sign-in with {provider}</a>
          </p>
        </>
      )}
    </DeskPage>
  )
}

const AppOff = ({ desk: { person } }: { desk: Desk }) =>
  person.email === '' ? (
    <p class="lead">
      You signed in with a link without a name. Ask an owner to invite you with your address. Then
      you can protect your sign-in with an authenticator app.
    </p>
  ) : (
    <>
      <p class="lead">Signing in then needs a code of the app after the link or the provider.</p>
      <a class="btn primary" href="/desk/account/app">
        Set up an authenticator app
      </a>
    </>
  )

const AppOn = ({ desk, codesLeft, errors }: { desk: Desk; codesLeft: number } & Errors) => {
  const problem = errors?.['code']?.[0]
  const since = desk.person.factorAt ? `On since ${shownDay(desk.person.factorAt, true)}. ` : ''
  return (
    <>
      <p class="lead">
        {since}
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}
      </p>
      {problem !== undefined && (
        <p id="code-problem" class="told told-bad" role="alert">
          {problem}
        </p>
      )}
      <form method="post" action="/desk/account/codes" class="fields">
        <Csrf value={desk.csrf} />
        <label>
          Code of the app, or a recovery code
          <input
            name="code"
            autocomplete="one-time-code"
            maxlength={60}
            required
            aria-describedby={problem === undefined ? undefined : 'code-problem'}
          />
        </label>
        <button class="btn" type="submit">
          Create new recovery codes
        </button>
        <button class="btn" type="submit" formaction="/desk/account/app/remove">
          Remove the app
        </button>
      </form>
    </>
  )
}

type AppProps = Errors & { csrf: string; secret: string; email: string }

/** Shows the secret of a new app and asks for its first code. */
export const DeskAppPage = ({ csrf, secret, email, errors }: AppProps) => (
  <ReadingPage title={titled('Set up an authenticator app', errors)}>
    <div class="heading">
      <h1>Set up an authenticator app</h1>
      <p>Scan this code with an authenticator app, or type the key into it.</p>
    </div>
    <NewSecret secret={secret} email={email} />
    <Form action="/desk/account/app" hidden={{ csrf, secret }} errors={errors} ownWords>
      <CodeField errors={errors} help="6 digits that the app shows now" />
      <Submit>Turn it on</Submit>
    </Form>
    <Cancel href="/desk/account" />
  </ReadingPage>
)

type CodeProps = Errors & { action: string; hidden: Record<string, string | undefined> }

/** Asks for a code after the link or the provider. */
export const DeskCodePage = ({ action, hidden, errors }: CodeProps) => (
  <ReadingPage title={titled('Enter your code', errors)}>
    <div class="heading">
      <h1>Enter your code</h1>
      <p>Open your authenticator app, or use one of your recovery codes.</p>
    </div>
    <Form action={action} hidden={hidden} errors={errors} ownWords>
      <CodeField errors={errors} help="6 digits, or a recovery code like ABCDE-23456" />
      <Submit>Sign in</Submit>
    </Form>
    <p class="actions">Lost both? Ask an owner of this desk or the operator of this site.</p>
  </ReadingPage>
)

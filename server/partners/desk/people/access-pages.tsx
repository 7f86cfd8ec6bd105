import type { FieldErrors } from '#contract/common.ts'
import { CodeField, NewSecret } from '../../../people/factors/code-parts.tsx'
import { ProofForms, scriptFor, type Factors } from '../../../people/factors/confirm-page.tsx'
import { OwnPasskeys } from '../../../people/factors/passkeys/passkey-pages.tsx'
import type { WorkPasskey } from '../../../people/factors/passkeys/work-passkeys.ts'
import { Cancel, Form, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { PageHead, shownDay } from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { Desk } from '../desk-session.tsx'
import { DeskPage } from '../layout.tsx'
import { hasFactor, nameOfPerson } from './people.ts'

/** Path of the page with the own access. */
export const ACCESS_PATH = '/desk/account'

type Errors = { errors?: FieldErrors | undefined }

const titled = (title: string, errors?: FieldErrors) => (errors ? `Error: ${title}` : title)

type AccessProps = Errors & { desk: Desk; codesLeft: number; passkeys: WorkPasskey[] }

/** Shows the person's own access and their second factors. */
export const AccessPage = ({ desk, codesLeft, passkeys, errors }: AccessProps) => {
  const { person, provider } = desk
  const about = [nameOfPerson(person), ...(person.name ? [person.email] : []), person.role]
  return (
    <DeskPage desk={desk} tab="people" title={titled('Your access', errors)}>
      <PageHead
        back={{ href: '/desk/people', text: 'People' }}
        title="Your access"
        text={about.join(', ')}
      />
      {Object.values(errors ?? {}).map(([problem]) => (
        <p key={problem} class="told told-bad" role="alert">
          {problem}
        </p>
      ))}
      {person.email === '' ? <NoFactors /> : <OwnFactors {...{ desk, codesLeft, passkeys }} />}
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

const NoFactors = () => (
  <p class="lead">
    You signed in with a link without a name. Ask an owner to invite you with your address. Then you
    can protect your sign-in with a passkey or an authenticator app.
  </p>
)

const OwnFactors = ({ desk, codesLeft, passkeys }: Omit<AccessProps, 'errors'>) => {
  const { person, csrf } = desk
  return (
    <>
      <OwnPasskeys csrf={csrf} home={ACCESS_PATH} passkeys={passkeys}>
        With one, signing in needs your fingerprint, face or screen lock after the link or the
        provider.
      </OwnPasskeys>
      <h2>Authenticator app</h2>
      {person.sealedSecret === null ? (
        <>
          <p class="lead">
            With an app, signing in needs one of its codes after the link or the provider.
          </p>
          <Press csrf={csrf} path="app/new" text="Set up an authenticator app" />
        </>
      ) : (
        <>
          {person.factorAt && <p class="lead">On since {shownDay(person.factorAt, true)}.</p>}
          <Press csrf={csrf} path="app/remove" text="Remove the app" />
        </>
      )}
      {hasFactor(person) && (
        <>
          <h2>Recovery codes</h2>
          <p class="lead">
            {codesLeft === 1 ? '1 code is left.' : `${codesLeft} codes are left.`} Each replaces a
            passkey or a code of the app once.
          </p>
          <Press csrf={csrf} path="codes" text="Create new recovery codes" />
        </>
      )}
    </>
  )
}

const Press = ({ csrf, path, text }: Record<'csrf' | 'path' | 'text', string>) => (
  <form method="post" action={`${ACCESS_PATH}/${path}`}>
    <Csrf value={csrf} />
    <button class="btn" type="submit">
      {text}
    </button>
  </form>
)

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
    <Cancel href={ACCESS_PATH} />
  </ReadingPage>
)

type CodeProps = Errors & {
  action: string
  /** Path that returns the options for a signature. */
  options: string
  hidden: Record<string, string | undefined>
  factors: Factors
}

const SECOND_STEPS = {
  code: {
    title: 'Enter your code',
    lead: 'Open your authenticator app, or use one of your recovery codes.',
    lost: 'Lost both?',
  },
  either: {
    title: 'Enter a code or use a passkey',
    lead: 'Open your authenticator app, or use a passkey or one of your recovery codes.',
    lost: 'Lost all of them?',
  },
  passkey: {
    title: 'Use your passkey',
    lead: 'Or enter one of your recovery codes.',
    lost: 'Lost both?',
  },
} as const

/** Asks for a code or passkey after the link or the provider. */
export const DeskCodePage = ({ action, options, hidden, factors, errors }: CodeProps) => {
  const { hasApp, hasPasskey } = factors
  const { title, lead, lost } = SECOND_STEPS[hasPasskey ? (hasApp ? 'either' : 'passkey') : 'code']
  return (
    <ReadingPage title={titled(title, errors)} script={scriptFor(factors)}>
      <div class="heading">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      <ProofForms {...{ action, options, hidden, factors, errors }} submit="Sign in" />
      <p class="actions">{lost} Ask an owner of this desk or the operator of this site.</p>
    </ReadingPage>
  )
}

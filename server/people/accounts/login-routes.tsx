import { Hono, type Context } from 'hono'
import {
  keepAccount,
  emailOfKey,
  requestPasswordLink,
  setPassword,
  signIn,
  signUp,
} from './accounts.ts'
import { DELETION_GRACE_DAYS } from '#contract/people/leaving.ts'
import { admission } from './invitations.ts'
import type { AppEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { browserId } from '../../platform/http/csrf.ts'
import { onError } from '../../platform/http/on-error.ts'
import { rememberDevice } from './known-device.ts'
import * as assets from '../../platform/html/assets.ts'
import { BrokenPage } from '../../platform/html/broken-page.tsx'
import { TooLateToKeepPage } from './keep-account-pages.tsx'
import { CodePage, CodeTooLatePage } from '../factors/code-page.tsx'
import { signInWithPasskey, startPasskeySignIn } from '../factors/passkeys/passkey-sign-in.ts'
import { recovery } from '../factors/recovery/recovery-routes.tsx'
import { signInWithCode } from '../factors/sign-in-code.ts'
import * as password from './password-pages.tsx'
import { NoSignUpPage, SignInPage, SignUpPage } from './sign-in-pages.tsx'
import { clientAddressGroup } from '../../platform/http/throttle.ts'
import { pausedDuringMaintenance, showPause } from './login-pause.tsx'
import * as form from './login-form.ts'
import { referrerOf } from './referrer.ts'
import { finishSignIn, hasTerms, show, submit } from './sign-in/submit-page.tsx'
import { oidc } from '../oidc/oidc-routes.tsx'

type PageContext = Context<AppEnv>

/** Routes of /multi-connect: the sign-in pages, which are not part of the app. */
export const login = new Hono<AppEnv>()
  .get('/assets/:name', (c) => {
    const asset = assets.ALL.find(({ name }) => name === c.req.param('name'))
    if (!asset) return c.notFound()
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return c.body(asset.text, 200, { 'Content-Type': asset.type })
  })

  // These URLs contain keys and one-time tokens: no cache may store them and no other site may
  // receive them as a referrer.
  .use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return next()
  })

  .use(pausedDuringMaintenance)

  .get('/login', async (c) => {
    const fields = form.readFields(c.req.query())
    if (form.isFirstVisit(c) && c.var.deps.config.signup === 'open') return showSignUp(c, fields)
    const notice = NOTICES.get(c.req.query('notice') ?? '')
    return show(c, <SignInPage view={form.createView(c, fields)} notice={notice} />)
  })
  .post('/login', (c) =>
    submit(
      c,
      async (fields) => {
        const email = form.readEmail(fields)
        const credentials = { email, password: form.readPassword(fields) }
        const signedIn = await signIn(c.var.deps, credentials, form.signInPlace(c, email))
        if (!signedIn) throw new FieldError('non_field_errors', WRONG_CREDENTIALS_TEXT)
        if (!('factorKey' in signedIn)) return finishSignIn(c, fields, { ...signedIn, email })
        const view = form.createView(c, fields)
        return show(c, <CodePage view={view} signInKey={signedIn.factorKey} />)
      },
      (view) => <SignInPage view={view} />,
    ),
  )
  .post('/code', (c) =>
    submit(
      c,
      async (fields) => {
        const { key = '', code = '' } = fields
        const signedIn = await signInWithCode(c.var.deps, { key, code }, browserId(c))
        if (signedIn) return finishSignIn(c, fields, signedIn)
        return show(c, <CodeTooLatePage view={form.createView(c, fields)} />, 400)
      },
      (view, { key }) => <CodePage view={view} signInKey={key} />,
    ),
  )
  .post('/passkey/options', async (c) =>
    c.json(await startPasskeySignIn(c.var.deps, form.signInPlace(c))),
  )
  .post('/passkey', (c) =>
    submit(
      c,
      async (fields) => {
        const { passkey = '' } = fields
        const place = form.signInPlace(c)
        return finishSignIn(c, fields, await signInWithPasskey(c.var.deps, passkey, place))
      },
      (view) => <SignInPage view={view} />,
    ),
  )
  .route('/recovery', recovery)
  .route('/oidc', oidc)
  .post('/keep-account', (c) =>
    submit(
      c,
      async (fields) => {
        const authToken = await keepAccount(c.var.deps, fields.key ?? '', browserId(c))
        const view = form.createView(c, fields)
        if (!authToken) return show(c, <TooLateToKeepPage view={view} />, 400)
        return form.backToApp(c, fields, authToken)
      },
      (view) => <SignInPage view={view} />,
    ),
  )

  .get('/signup', async (c) => showSignUp(c, form.readFields(c.req.query())))
  .post('/signup', async (c) => {
    const posted = await form.postedFields(c)
    const { reason, invited } = await admission(c, posted)
    const closedPage = reason && <NoSignUpPage view={form.createView(c, posted)} reason={reason} />
    if (closedPage) return show(c, closedPage, 403)
    const referrer = await referrerOf(c, posted.ref)
    return submit(
      c,
      async (fields) => {
        const email = invited ?? form.readEmail(fields)
        const credentials = { email, password: fields.password ?? '' }
        const place = { ...form.signInPlace(c, email), referrer }
        const authToken = await signUp(c.var.deps, credentials, place)
        await rememberDevice(c, email)
        return form.backToApp(c, fields, authToken)
      },
      (view) => (
        <SignUpPage
          view={view}
          invited={Boolean(invited)}
          referred={Boolean(referrer)}
          hasTerms={hasTerms(c)}
        />
      ),
    )
  })

  .get('/forgot-password', (c) => {
    const view = form.createView(c, form.readFields(c.req.query()))
    const { delivery } = c.var.deps.mail
    return show(c, <password.ForgotPasswordPage view={view} delivery={delivery} />)
  })
  .post('/forgot-password', (c) => {
    const { deps } = c.var
    const { delivery } = deps.mail
    return submit(
      c,
      async (fields) => {
        const email = form.readEmail(fields)
        await requestPasswordLink(deps, email, clientAddressGroup(c))
        const view = form.createView(c, { ...fields, email })
        return show(c, <password.LinkSentPage view={view} delivery={delivery} />)
      },
      (view) => <password.ForgotPasswordPage view={view} delivery={delivery} />,
    )
  })

  .get('/set-password', async (c) => showSetPassword(c, form.readFields(c.req.query())))
  .post('/set-password', async (c) => {
    const fields = await form.postedFields(c)
    if (fields.again) return showSetPassword(c, fields)
    try {
      form.requireFormToken(c, fields)
      const { key = '', password = '' } = fields
      const email = await setPassword(c.var.deps, key, password, clientAddressGroup(c))
      if (!email) return await showSetPassword(c, fields)
      await rememberDevice(c, email)
      return c.redirect('/multi-connect/login?notice=password-set', 303)
    } catch (error) {
      return showSetPassword(c, fields, form.toRefusal(c, error))
    }
  })

login.onError((error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  if (answer.status !== 503) return show(c, <BrokenPage />, 500)
  const retry_after = Number(answer.headers.get('Retry-After'))
  return showPause(c, { retry_after, detail: BROKEN_TEXT }, { isPromised: false })
})

const BROKEN_TEXT = 'There is a problem on our server. Try again in a moment.'
const WRONG_CREDENTIALS_TEXT =
  "This email and password don't match. Check both, or set a new password."
/** Notices by name. Only these texts can appear, so a link cannot put its own text on the page. */
const NOTICES = new Map([
  ['password-set', 'Your new password is set. Sign in with it.'],
  [
    'leaving',
    `You are signed out, and your account will be deleted in ${DELETION_GRACE_DAYS} days. Sign in before then to keep it.`,
  ],
])

async function showSignUp(c: PageContext, fields: form.Fields) {
  const { reason, invited } = await admission(c, fields)
  const view = form.createView(c, invited ? { ...fields, email: invited } : fields)
  if (reason) return show(c, <NoSignUpPage view={view} reason={reason} />)
  const referred = (await referrerOf(c, fields.ref)) !== undefined
  const props = { invited: Boolean(invited), referred, hasTerms: hasTerms(c) }
  return show(c, <SignUpPage view={view} {...props} />)
}

async function showSetPassword(c: PageContext, fields: form.Fields, refusal?: form.Refusal) {
  const { key } = fields
  const email = key && (await emailOfKey(c.var.deps, key))
  if (!email) return show(c, <password.InvalidKeyPage view={form.createView(c, {})} />, 400)
  const { csrf } = form.createView(c, {}).hidden
  const page = (
    <password.SetPasswordPage email={email} hidden={{ key, csrf }} errors={refusal?.errors} />
  )
  return show(c, page, refusal?.status)
}

import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import type { AppEnv } from '../../env.ts'
import { browserId } from '../../platform/http/csrf.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { returnUrl } from '../../platform/http/return-url.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { completeSignIn, createUser, findByEmail } from '../accounts/accounts.ts'
import { admission } from '../accounts/invitations.ts'
import { rememberDevice } from '../accounts/known-device.ts'
import * as form from '../accounts/login-form.ts'
import { issueKey, newSecret } from '../accounts/one-time-keys.ts'
import { referrerOf } from '../accounts/referrer.ts'
import { isOpenSession } from '../accounts/sessions.ts'
import { NoSignUpPage, SignInPage, type View } from '../accounts/sign-in-pages.tsx'
import { finishSignIn, hasTerms, show, submit } from '../accounts/sign-in/submit-page.tsx'
import { CodePage } from '../factors/code-page.tsx'
import { issueProof } from '../factors/passkeys/instead-of-password.ts'
import { hasFactor } from '../factors/proof.ts'
import { leaveForProvider, withProblems } from './answers.tsx'
import {
  finishFlow,
  peekStep,
  requireFresh,
  requireProvider,
  storeStep,
  takeStep,
  type Step,
} from './flows.ts'
import { confirmByMail } from './confirm-by-mail.ts'
import { connectIdentity, userOfIdentity } from './identities.ts'
import { MAIL_MINUTES, mailKey } from './identity-mail.ts'
import { ConfirmLinkPage, LinkMailedPage, NewUserPage } from './oidc-pages.tsx'
import { OidcProblem } from './oidc-problem.ts'
import type { ProviderIdentity } from './provider.ts'
import { USER_CALLBACK } from './user-callback.ts'

type PageContext = Context<AppEnv>
type Owned = Extract<Step, { is: 'connect' | 'confirm' }>

/** Routes of /multi-connect/oidc: sign-in with the OpenID Connect provider. */
export const oidc = new Hono<AppEnv>()
  .use((c, next) => (c.var.deps.config.oidc ? next() : Promise.resolve(c.notFound())))

  .post('/', (c) =>
    withProblems(c, signInAgain(c), () =>
      submit(
        c,
        async (fields) => {
          const kept = form.keptFields({ ...fields, link: '' })
          return leaveForProvider(c, { callback: USER_CALLBACK }, { is: 'user', kept })
        },
        (view) => <SignInPage view={view} />,
      ),
    ),
  )

  .get('/callback', (c) =>
    withProblems(c, signInAgain(c), async () => {
      const { step, identity } = await finishFlow(c, USER_CALLBACK, 'user', 'connect', 'confirm')
      return step.is === 'user'
        ? signInWithIdentity(c, identity, form.readFields(step.kept))
        : actForUser(c, identity, step)
    }),
  )

  .get('/welcome', (c) =>
    withProblems(c, signInAgain(c), () => showWelcome(c, form.readFields(c.req.query()))),
  )

  .post('/create', async (c) => {
    const posted = await form.postedFields(c)
    const { reason, invited } = await admission(c, posted)
    const fixedEmail = invited ?? verifiedEmail(await newIdentity(c, posted))
    if (reason)
      return show(c, <NoSignUpPage view={form.createView(c, posted)} reason={reason} />, 403)
    return submit(
      c,
      (fields) => createWithIdentity(c, fields, fixedEmail),
      (view) => <NewUserPage {...newUserProps(c, view, fixedEmail)} />,
    )
  })

  .post('/mail', (c) =>
    submit(
      c,
      (fields) => mailLink(c, fields),
      (view) => <SignInPage view={view} />,
    ),
  )

  .get('/confirm', (c) =>
    withProblems(c, signInAgain(c), async () => {
      const key = c.req.query('key') ?? ''
      const step = await peekStep(c.var.deps.db, { key, browser: browserId(c) }, 'mailed')
      if (!step) throw new OidcProblem('ended')
      const { name } = requireProvider(c.var.deps)
      const { email, identity } = step
      const view = form.createView(c, {})
      const page = (
        <ConfirmLinkPage {...{ view, name, email }} linkKey={key} there={identity.email} />
      )
      return show(c, page)
    }),
  )
  .post('/confirm', (c) =>
    withProblems(c, signInAgain(c), () =>
      submit(
        c,
        (fields) => connectByMail(c, fields),
        (view) => <SignInPage view={view} />,
      ),
    ),
  )

/** Returns the way back after a problem, and whether the password still works. */
function signInAgain(c: PageContext) {
  const { oidc: provider } = c.var.deps.config
  return {
    back: { href: '/multi-connect/login', text: 'Back to sign in' },
    other: provider?.replacesPasswords ? undefined : 'You can also sign in with your password.',
  }
}

/** Signs a known person in, with their second factor. Others go to the page for new people. */
async function signInWithIdentity(
  c: PageContext,
  identity: ProviderIdentity,
  fields: form.Fields,
): Promise<Response> {
  const { db } = c.var.deps
  const user = await userOfIdentity(db, identity)
  if (user) return signInUser(c, fields, user)
  const link = newSecret()
  await storeStep(db, { key: link, browser: browserId(c) ?? '' }, { is: 'new-user', identity })
  return c.redirect(form.createView(c, { ...fields, link }).pageUrl('oidc/welcome'), 303)
}

/** Signs a user in who has proven who they are, but not yet with their second factor. */
async function signInUser(
  c: PageContext,
  fields: form.Fields,
  { id, email }: { id: string; email: string },
): Promise<Response> {
  const { db } = c.var.deps
  const browser = browserId(c)
  if (!(await hasFactor(db, id)))
    return finishSignIn(c, fields, { ...(await completeSignIn(db, id, browser)), email })
  const signInKey = await issueKey(db, 'second-factor', id, browser)
  return show(c, <CodePage view={form.createView(c, fields)} signInKey={signInKey} />)
}

/** Connects the identity to a signed-in user, or confirms their actions, and opens the app again. */
async function actForUser(
  c: PageContext,
  identity: ProviderIdentity,
  step: Owned,
): Promise<Response> {
  const { deps } = c.var
  const { userId, sessionId } = step
  if (!(await isOpenSession(deps.db, { id: userId, sessionId }))) throw new OidcProblem('ended')
  const url = returnUrl(step.back, deps.config.appOrigin)
  if (step.is === 'confirm') {
    requireFresh(identity, step.startedAt)
    if ((await userOfIdentity(deps.db, identity))?.id !== userId) throw new OidcProblem('refused')
    url.hash = `confirmed=${await issueProof(deps.db, { id: userId, sessionId })}`
    return c.redirect(url.href, 303)
  }
  try {
    await deps.db.transaction((tx) => connectIdentity(deps, tx, userId, identity))
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    url.searchParams.set('not-connected', '')
  }
  return c.redirect(url.href, 303)
}

const newIdentity = async (c: PageContext, { link = '' }: form.Fields) =>
  (await peekStep(c.var.deps.db, { key: link, browser: browserId(c) }, 'new-user'))?.identity

/** Returns the email in its stored form, if the provider has confirmed it. */
function verifiedEmail(identity: ProviderIdentity | undefined): string | undefined {
  const parsed = identity?.isEmailVerified ? v.safeParse(Email, identity.email) : undefined
  return parsed?.success ? parsed.output : undefined
}

const newUserProps = (c: PageContext, view: View, fixedEmail: string | undefined) => ({
  view,
  name: requireProvider(c.var.deps).name,
  fixedEmail,
  hasTerms: hasTerms(c),
})

/** Shows how a person without a connected account goes on: with a new one or their own. */
async function showWelcome(c: PageContext, fields: form.Fields): Promise<Response> {
  const identity = await newIdentity(c, fields)
  if (!identity) throw new OidcProblem('ended')
  const email = identity.email.trim().toLowerCase()
  const view = form.createView(c, { ...fields, email })
  if (email !== '' && (await findByEmail(c.var.deps.db, email)))
    return show(c, <SignInPage view={view} />)
  const { reason, invited } = await admission(c, fields)
  if (reason) return show(c, <NoSignUpPage view={view} reason={reason} />)
  const fixedEmail = invited ?? verifiedEmail(identity)
  return show(c, <NewUserPage {...newUserProps(c, view, fixedEmail)} />)
}

/** Creates an account without a password and opens the app. */
async function createWithIdentity(
  c: PageContext,
  fields: form.Fields,
  fixedEmail: string | undefined,
): Promise<Response> {
  const { deps } = c.var
  const browser = browserId(c)
  const email = fixedEmail ?? form.readEmail(fields)
  const place = { ...form.signInPlace(c, email), referrer: await referrerOf(c, fields.ref) }
  const isConfirmed = email === verifiedEmail(await newIdentity(c, fields))
  const newUser = { email, passwordHash: null, isConfirmed }
  const { id } = await createUser(deps, newUser, place, async (tx, userId) => {
    const step = await takeStep(tx, { key: fields.link ?? '', browser }, 'new-user')
    if (!step) throw new FieldError('non_field_errors', 'This took too long. Start again.')
    await connectIdentity(deps, tx, userId, step.identity, { isNewUser: true })
  })
  await rememberDevice(c, email)
  return form.backToApp(c, fields, await issueKey(deps.db, 'sign-in', id, browser))
}

/** Queues the email with a link. The answer does not reveal whether the address has an account. */
async function mailLink(c: PageContext, fields: form.Fields): Promise<Response> {
  const { deps } = c.var
  const email = form.readEmail(fields)
  const browser = browserId(c)
  await countAttempt(
    deps,
    { limit: 'mailByAccount', of: email },
    { limit: 'mailByAddress', of: clientAddressGroup(c) },
  )
  await deps.db.transaction(async (tx) => {
    const step = await takeStep(tx, { key: fields.link ?? '', browser }, 'new-user')
    if (!step || browser === undefined)
      throw new FieldError('non_field_errors', 'This took too long. Start again.')
    const id = randomUUID()
    const kept = form.keptFields({ ...fields, link: '' })
    const where = { key: mailKey(deps, id), browser, minutes: MAIL_MINUTES }
    await storeStep(tx, where, { is: 'mailed', identity: step.identity, email, kept })
    await deps.jobs.add(tx, 'identity-mail', { id, email })
  })
  const view = form.createView(c, { email })
  return show(c, <LinkMailedPage view={view} delivery={deps.mail.delivery} />)
}

/** Signs the owner of a mailbox in and connects the identity, after their second factor. */
async function connectByMail(c: PageContext, { key = '' }: form.Fields): Promise<Response> {
  const { db } = c.var.deps
  const browser = browserId(c) ?? ''
  const step = await takeStep(db, { key, browser }, 'mailed')
  const user = step && (await findByEmail(db, step.email))
  if (!step || !user) throw new OidcProblem('ended')
  await db.transaction((tx) => confirmByMail(tx, user.id))
  const link = newSecret()
  await storeStep(db, { key: link, browser }, { is: 'new-user', identity: step.identity })
  const fields = { ...form.readFields(step.kept), link }
  return signInUser(c, fields, { id: user.id, email: step.email })
}

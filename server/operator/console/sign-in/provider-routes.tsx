import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { newSecret } from '../../../people/accounts/one-time-keys.ts'
import { leaveForProvider, openPage, withProblems } from '../../../people/oidc/answers.tsx'
import {
  finishFlow,
  peekStep,
  requireFresh,
  requireProvider,
  storeStep,
  takeStep,
} from '../../../people/oidc/flows.ts'
import { OidcProblem } from '../../../people/oidc/oidc-problem.ts'
import type { ProviderIdentity } from '../../../people/oidc/provider.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { browserId, formToken } from '../../../platform/http/csrf.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { readOwnForm } from '../../../platform/http/form-texts.ts'
import { CrossSiteFormError } from '../../../platform/http/own-form.ts'
import { clientAddressGroup } from '../../../platform/http/throttle.ts'
import { endStaffSessions, staffByEmail, type StaffRow } from '../../staff/staff.ts'
import { requireStaffCode } from '../../staff/staff-codes.ts'
import { openStaffSession, proveStaffSession, signInStaff } from '../../staff/staff-sessions.ts'
import { keepStaffSession, type ConsoleContext } from '../frame/console-session.ts'
import {
  addStaffByClaim,
  connectStaff,
  isKnownStaff,
  staffEmail,
  staffOfSession,
  memberOfIdentity,
} from './provider-sign-in.ts'
import { ConnectStaffPage, OpenConsolePage, ProviderCodePage } from './provider-pages.tsx'
import { TextPage } from './sign-in-pages.tsx'

type PageContext = Context<AppEnv>

/** Path to which the provider sends staff back. */
const CALLBACK = '/console/oidc/callback'

const BACK = { back: { href: '/console/sign-in', text: 'Back to sign in' } }

/** Routes of /console/oidc: sign-in of staff with the OpenID Connect provider. */
export const staffOidc = new Hono<AppEnv>()
  .use((c, next) => (c.var.deps.config.oidc?.adminClaim ? next() : Promise.resolve(c.notFound())))

  .post('/', (c) =>
    withProblems(c, BACK, async () => {
      await requireForm(c)
      return leaveForProvider(c, { callback: CALLBACK }, { is: 'staff' })
    }),
  )

  .get('/callback', (c) =>
    withProblems(c, BACK, async () => {
      const { step, identity } = await finishFlow(c, CALLBACK, 'staff', 'staff-confirm')
      if (step.is === 'staff') return signIn(c, identity)
      requireFresh(identity, step.startedAt)
      const { db } = c.var.deps
      const member = identity.isStaff ? await memberOfIdentity(db, identity) : undefined
      if (!member || member.id !== (await staffOfSession(db, step.sessionId)))
        throw new OidcProblem('refused')
      await proveStaffSession(db, step.sessionId)
      return openConsole(c, 'Confirmed. Decide again within five minutes.')
    }),
  )

  .post('/code', (c) =>
    withProblems(c, BACK, async () => {
      const { link = '', code = '' } = await requireForm(c)
      const identity = await pending(c, link)
      const member = await memberOfIdentity(c.var.deps.db, identity)
      if (!member) throw new OidcProblem('ended')
      try {
        await requireStaffCode(c.var.deps, member.id, code)
      } catch (error) {
        if (!(error instanceof FieldError)) throw error
        const view = { csrf: formToken(c), link, errors: error.errors }
        return answerPage(c, <ProviderCodePage {...view} />, 400)
      }
      await takePending(c, link)
      return startSession(c, member, { isProven: true })
    }),
  )

  .post('/connect', (c) =>
    withProblems(c, BACK, async () => {
      const { link = '', email = '', password = '', code = '' } = await requireForm(c)
      const { deps } = c.var
      const identity = await pending(c, link)
      try {
        const typed = { email, password, code }
        keepStaffSession(c, await signInStaff(deps, typed, clientAddressGroup(c)))
      } catch (error) {
        if (!(error instanceof FieldError)) throw error
        const { name } = requireProvider(deps)
        const view = { csrf: formToken(c), link, name, email, errors: error.errors }
        return answerPage(c, <ConnectStaffPage {...view} />, 400)
      }
      await takePending(c, link)
      const member = await staffByEmail(deps.db, email.toLowerCase())
      if (member) await connectStaff(deps.db, member.id, identity)
      return openConsole(c, 'You are signed in.')
    }),
  )

async function requireForm(c: PageContext): Promise<Record<string, string>> {
  const form = await readOwnForm(c)
  if (!form) throw new CrossSiteFormError()
  return form
}

/** Signs a person in whom the provider calls staff. Without the claim, their sessions end. */
async function signIn(c: PageContext, identity: ProviderIdentity): Promise<Response> {
  const { deps } = c.var
  const { name } = requireProvider(deps)
  const known = await memberOfIdentity(deps.db, identity)
  if (!identity.isStaff) {
    if (known) await endStaffSessions(deps.db, known.id)
    return showText(c, 'Not allowed', `Your ${name} account may not use the console.`)
  }
  if (known && known.sealedSecret === null) return startSession(c, known, { isProven: false })
  const email = staffEmail(identity)
  if (!known && email === undefined)
    return showText(c, 'No email', `${name} names no email for you. Ask the operator to add one.`)
  if (!known && email !== undefined && !(await isKnownStaff(deps.db, email)))
    return startSession(c, await addStaffByClaim(deps, email, identity), { isProven: false })
  const link = newSecret()
  const csrf = formToken(c)
  await storeStep(deps.db, { key: link, browser: csrf }, { is: 'new-staff', identity })
  return known
    ? answerPage(c, <ProviderCodePage {...{ csrf, link }} />)
    : answerPage(c, <ConnectStaffPage {...{ csrf, link, name }} email={email ?? ''} />)
}

const showText = (c: PageContext, title: string, text: string) =>
  answerPage(c, <TextPage title={title} text={text} />, 403)

async function pending(c: PageContext, key: string): Promise<ProviderIdentity> {
  const step = await peekStep(c.var.deps.db, { key, browser: browserId(c) }, 'new-staff')
  if (!step) throw new OidcProblem('ended')
  return step.identity
}

async function takePending(c: PageContext, key: string): Promise<void> {
  const step = await takeStep(c.var.deps.db, { key, browser: browserId(c) }, 'new-staff')
  if (!step) throw new OidcProblem('ended')
}

async function startSession(
  c: PageContext,
  member: StaffRow,
  proof: { isProven: boolean },
): Promise<Response> {
  keepStaffSession(c, await openStaffSession(c.var.deps.db, member.id, proof))
  return openConsole(c, 'You are signed in.')
}

/**
 * Shows a page that opens the console. After a redirect from another site, browsers would not send
 * its cookie.
 */
const openConsole = (c: PageContext, text: string) =>
  openPage(c, '/console', <OpenConsolePage text={text} />)

/** Sends a signed-in member without an authenticator app to the provider, to confirm decisions. */
export const confirmAtProvider = (c: ConsoleContext): Promise<Response> => {
  const page = c as unknown as PageContext
  const step = {
    is: 'staff-confirm',
    sessionId: c.var.visit.sessionId,
    startedAt: Date.now(),
  } as const
  return withProblems(page, { back: { href: '/console', text: 'Back to the console' } }, () =>
    leaveForProvider(page, { callback: CALLBACK, isFresh: true }, step),
  )
}

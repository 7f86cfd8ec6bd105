import { Hono, type Context } from 'hono'
import type { FieldErrors } from '#contract/common.ts'
import type { AppEnv } from '../../../env.ts'
import { isTotpSecret, newTotpSecret } from '../../../people/factors/totp.ts'
import { startPasskeySignIn } from '../../../people/factors/passkeys/passkey-sign-in.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { browserId, formToken } from '../../../platform/http/csrf.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { readOwnForm } from '../../../platform/http/form-texts.ts'
import { CrossSiteFormError } from '../../../platform/http/own-form.ts'
import { clientAddressGroup, countAttempt } from '../../../platform/http/throttle.ts'
import { allowOwnScripts } from '../../../platform/http/work-headers.ts'
import { acceptInvitation, invitedStaff } from '../../staff/staff-invitations.ts'
import { signInStaffByPasskey } from '../../staff/staff-passkeys.ts'
import { signInStaff } from '../../staff/staff-sessions.ts'
import { keepStaffSession } from '../frame/console-session.ts'
import { EndedInvitationPage, InvitationPage, SignInPage } from './sign-in-pages.tsx'
import { RecoveryCodesPage } from '../../../people/factors/code-parts.tsx'

type PageContext = Context<AppEnv>

/** Routes of /console that work without a session. */
export const staffSignIn = new Hono<AppEnv>()
  .get('/sign-in', (c) => {
    const isOut = c.req.query('out') !== undefined
    return showSignIn(c, { isOut })
  })

  .post('/sign-in', async (c) => {
    const { email = '', password = '', code = '' } = await requireOwnForm(c)
    try {
      const client = clientAddressGroup(c)
      const token = await signInStaff(c.var.deps, { email, password, code }, client)
      keepStaffSession(c, token)
      return c.redirect('/console', 303)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      return showSignIn(c, { email: email.slice(0, 254), errors: error.errors })
    }
  })

  .post('/passkey/options', async (c) => {
    await requireOwnForm(c)
    return c.json(await startPasskeySignIn(c.var.deps, placeOf(c), 'staff'))
  })

  .post('/passkey', async (c) => {
    const { passkey = '' } = await requireOwnForm(c)
    try {
      keepStaffSession(c, await signInStaffByPasskey(c.var.deps, passkey, placeOf(c)))
      return c.redirect('/console', 303)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      return showSignIn(c, { errors: error.errors })
    }
  })

  .get('/invitation/:key', (c) => showInvitation(c, { secret: newTotpSecret() }))

  .post('/invitation/:key', async (c) => {
    const { name = '', password = '', secret = '', code = '' } = await requireOwnForm(c)
    try {
      const typed = { name, password, secret, code }
      const accepted = await acceptInvitation(c.var.deps, c.req.param('key'), typed)
      if (!accepted) return await respondEnded(c)
      keepStaffSession(c, accepted.token)
      const about = { codes: accepted.recoveryCodes, href: '/console', text: 'Open the console' }
      return await answerPage(c, <RecoveryCodesPage {...about} />)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      const shown = isTotpSecret(secret) ? secret : newTotpSecret()
      return showInvitation(c, { secret: shown, name: name.slice(0, 200), errors: error.errors })
    }
  })

/** Returns where a sign-in comes from. */
const placeOf = (c: PageContext) => ({ client: clientAddressGroup(c), browser: browserId(c) })

type SignInView = { email?: string; errors?: FieldErrors; isOut?: boolean }

function showSignIn(c: PageContext, view: SignInView): Response | Promise<Response> {
  const { oidc } = c.var.deps.config
  const provider = oidc?.adminClaim ? oidc.name : undefined
  allowOwnScripts(c)
  const page = <SignInPage csrf={formToken(c)} provider={provider} {...view} />
  return answerPage(c, page, view.errors ? 400 : 200)
}

async function requireOwnForm(c: PageContext): Promise<Record<string, string>> {
  const form = await readOwnForm(c)
  if (!form) throw new CrossSiteFormError()
  return form
}

type Shown = { secret: string; name?: string; errors?: FieldErrors }

async function showInvitation(c: PageContext, shown: Shown): Promise<Response> {
  const member = await invitedStaff(c.var.deps.db, c.req.param('key') ?? '')
  if (!member) return respondEnded(c)
  const about = { csrf: formToken(c), action: c.req.path, email: member.email, ...shown }
  return answerPage(c, <InvitationPage {...about} />, shown.errors ? 400 : 200)
}

/** Answers the same for used, expired and unknown links, so that guessing reveals nothing. */
async function respondEnded(c: PageContext): Promise<Response> {
  await countAttempt(c.var.deps, { limit: 'wrongMailKeysByAddress', of: clientAddressGroup(c) })
  return answerPage(c, <EndedInvitationPage />, 410)
}

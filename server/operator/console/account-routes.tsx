import { Hono, type MiddlewareHandler } from 'hono'
import { passkeyRoutes, type PasskeyEnv } from '../../people/factors/passkeys/passkey-routes.tsx'
import { countStaffCodes } from '../staff/staff-codes.ts'
import { mayHavePasskeys, passkeysOfMember } from '../staff/staff-passkeys.ts'
import { AccountPage, ACCOUNT } from './account-page.tsx'
import { answer, type ConsoleEnv } from './frame/console-session.ts'
import { askForProof } from './sign-in/ask-for-proof.tsx'

/** Asks a member who may have passkeys for a code or passkey. */
const requireProof: MiddlewareHandler<ConsoleEnv> = async (c, next) =>
  (mayHavePasskeys(c.var.visit.member) ? await askForProof(c) : undefined) ?? next()

const passkeys = new Hono<ConsoleEnv & PasskeyEnv>()
  .use((c, next) => {
    const { deps, visit } = c.var
    c.set('own', { passkeys: passkeysOfMember(deps, visit), csrf: visit.csrf })
    return next()
  })
  .route(
    '/',
    passkeyRoutes({
      home: ACCOUNT,
      lead: 'Sign in and confirm decisions about money with your fingerprint, face or screen lock.',
    }),
  )

/** Routes of /console/account: the member's own access and passkeys, for every role. */
export const consoleAccount = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { deps, visit } = c.var
    const recoveryCodes = await countStaffCodes(deps.db, visit.member.id)
    const list = await passkeysOfMember(deps, visit).list()
    return answer(c, <AccountPage {...{ visit, recoveryCodes }} passkeys={list} />)
  })
  .use('/passkeys/new', requireProof)
  .use('/passkeys/remove', requireProof)
  .route('/passkeys', passkeys)

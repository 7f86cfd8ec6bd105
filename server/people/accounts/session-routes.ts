import { Hono } from 'hono'
import * as v from 'valibot'
import { token } from '#contract/common.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { Email, LateLogout } from '#contract/people/session.ts'
import { browserId } from '../../platform/http/csrf.ts'
import { requestPasswordLink } from './accounts.ts'
import { exchangeToken, findSession, revokeByTokenHash, revokeSession } from './sessions.ts'
import type { UserEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from './signed-in.ts'
import { clientAddressGroup } from '../../platform/http/throttle.ts'
import { body } from '../../platform/http/validate.ts'

/**
 * Body with a one-time token. Our tokens have 43 characters. Any other text is accepted here and
 * gets the answer for an invalid token.
 */
const AuthToken = v.object({ auth_token: v.optional(token(10_000), '') })
const PasswordLink = v.object({ email: v.optional(Email) })

/** Mounted at /v1. */
export const session = new Hono<UserEnv>()
  .post('/connect/token', body(AuthToken), async (c) => {
    c.header('Cache-Control', 'no-store')
    const clientInfo = { browser: browserId(c), userAgent: c.req.header('User-Agent') }
    return c.json(await exchangeToken(c.var.deps, c.req.valid('json').auth_token, clientInfo))
  })

  .post('/send-set-password-link', body(PasswordLink), async (c) => {
    const { deps } = c.var
    const caller = await findSession(deps.db, c.req.header(TOKEN_HEADER))
    const email = c.req.valid('json').email ?? caller?.email
    if (!email) throw new FieldError('email', 'This field is required.')
    await requestPasswordLink(deps, email, clientAddressGroup(c))
    return c.json({})
  })

  .post('/logout', signedIn, idempotent, async (c) => {
    await revokeSession(c.var.deps.db, c.var.user.sessionId)
    return c.body(null, 204)
  })

  .post('/logout/late', body(LateLogout), async (c) => {
    await revokeByTokenHash(c.var.deps.db, c.req.valid('json').token_hashes)
    return c.body(null, 204)
  })

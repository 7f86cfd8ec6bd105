import { Hono, type Context } from 'hono'
import { FactorChange, IdentityStart, ProviderConfirmation } from '#contract/people/factors.ts'
import type { AppEnv, UserEnv } from '../../env.ts'
import { formToken } from '../../platform/http/csrf.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { clientAddressGroup } from '../../platform/http/throttle.ts'
import { body } from '../../platform/http/validate.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { startFlow, type Step } from './flows.ts'
import { disconnectIdentity, readSignIn } from './identities.ts'
import { OidcProblem } from './oidc-problem.ts'
import { USER_CALLBACK } from './user-callback.ts'

/** Routes of the account at the OpenID Connect provider, below /v2/my/factors. */
export const identityRoutes = new Hono<UserEnv>()
  .post('/identity', body(IdentityStart), async (c) => {
    const { deps, user } = c.var
    const { password, back } = c.req.valid('json')
    const { identity } = await readSignIn(deps, user.id)
    if (identity) throw new FieldError('non_field_errors', 'An account is already connected.')
    await requirePassword(deps, user, password)
    const step = { is: 'connect', userId: user.id, sessionId: user.sessionId, back } as const
    return c.json({ result: { url: await startFor(c, step) } }, 201)
  })

  .delete('/identity', body(FactorChange), async (c) => {
    const { deps, user } = c.var
    await requirePassword(deps, user, c.req.valid('json').password)
    await deps.db.transaction((tx) => disconnectIdentity(deps, tx, user.id))
    return c.body(null, 204)
  })

  .post('/proof/identity', body(ProviderConfirmation), async (c) => {
    const { deps, user } = c.var
    const { back } = c.req.valid('json')
    const { identity } = await readSignIn(deps, user.id)
    if (!identity) throw new FieldError('non_field_errors', 'No account is connected.')
    const owner = { userId: user.id, sessionId: user.sessionId, back }
    const step = { is: 'confirm', ...owner, startedAt: Date.now() } as const
    return c.json({ result: { url: await startFor(c, step) } }, 201)
  })

/** Returns the address at the provider. Its answer counts only in this browser. */
async function startFor(c: Context<UserEnv>, step: Step): Promise<string> {
  const { deps } = c.var
  const { oidc } = deps.config
  if (!oidc) throw new FieldError('non_field_errors', 'This server has no provider for sign-in.')
  const start = {
    browser: formToken(c as unknown as Context<AppEnv>),
    client: clientAddressGroup(c),
    callback: USER_CALLBACK,
    isFresh: step.is === 'confirm',
  }
  try {
    return await startFlow(deps, start, step)
  } catch (error) {
    if (!(error instanceof OidcProblem)) throw error
    throw new FieldError(
      'non_field_errors',
      `${oidc.name} does not answer. Try again in a few minutes.`,
    )
  }
}

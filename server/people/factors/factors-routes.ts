import { Hono } from 'hono'
import { CodeInput, FactorChange } from '#contract/people/factors.ts'
import type { UserEnv } from '../../env.ts'
import { body } from '../../platform/http/validate.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { identityRoutes } from '../oidc/identity-routes.ts'
import { undoRecovery } from './recovery/recoveries.ts'
import { passkeyRoutes } from './passkeys/passkeys-routes.ts'
import {
  addAuthenticator,
  confirmAuthenticator,
  listFactors,
  removeAuthenticator,
  replaceRecoveryCodes,
} from './factors.ts'
import { storeProof } from './proof.ts'
import { ownCodeLimits, requireCode } from './use-code.ts'

/**
 * Routes of /v2/my/factors. None is `idempotent`, because stored answers would contain secrets, and
 * a code works once anyway.
 */
export const factorRoutes = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json({ result: await listFactors(c.var.deps, c.var.user.id) }))

  .post('/authenticator', body(FactorChange), async (c) => {
    const { deps, user } = c.var
    const result = await addAuthenticator(deps, user, c.req.valid('json').password)
    return c.json({ result }, 201)
  })

  .post('/authenticator/confirm', body(CodeInput), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await confirmAuthenticator(deps, user, c.req.valid('json').code) })
  })

  .delete('/authenticator', body(FactorChange), async (c) => {
    await removeAuthenticator(c.var.deps, c.var.user, c.req.valid('json').password)
    return c.body(null, 204)
  })

  .post('/recovery-codes', async (c) =>
    c.json({ result: await replaceRecoveryCodes(c.var.deps, c.var.user) }, 201),
  )

  .post('/proof', body(CodeInput), async (c) => {
    const { deps, user } = c.var
    await requireCode(deps, user.id, c.req.valid('json').code, ownCodeLimits(user))
    return c.json({ result: await storeProof(deps.db, user) })
  })

  // Stopping needs no password, because it makes nothing less safe.
  .delete('/recovery', async (c) => {
    await undoRecovery(c.var.deps, c.var.user.id)
    return c.body(null, 204)
  })

  .route('/', passkeyRoutes)
  .route('/', identityRoutes)

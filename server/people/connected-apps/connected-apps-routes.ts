import { Hono } from 'hono'
import { AuthorizationRequest, ConsentDecision } from '#contract/developers/connected-apps.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { listAppCalls } from '../api-keys/calls/read-calls.ts'
import { allowRequest, describeRequest, refuseRequest } from './authorization.ts'
import { disconnectApp, listApps } from './connected-apps.ts'

/** Routes of /v2/my/connected-apps. */
export const connectedApps = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await listApps(c.var.deps.db, c.var.user.id)))

  .get('/:id/calls', async (c) =>
    c.json(await listAppCalls(c.var.deps, c.var.user.id, c.req.param('id'))),
  )

  .post('/request', body(AuthorizationRequest), async (c) =>
    c.json({ result: await describeRequest(c.var.deps, c.var.user, c.req.valid('json')) }),
  )

  // Without `idempotent`, which would store the code unencrypted.
  .post('/decision', body(ConsentDecision), async (c) => {
    const { deps, user } = c.var
    const { request, allow } = c.req.valid('json')
    const redirect_to = await (allow
      ? allowRequest(deps, user, request)
      : refuseRequest(deps, request))
    return c.json({ result: { redirect_to } })
  })

  .delete('/:id', idempotent, async (c) => {
    await disconnectApp(c.var.deps.db, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })

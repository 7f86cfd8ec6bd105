import { Hono } from 'hono'
import { signedInDevices, signOutDevice } from './signed-in-devices.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from './signed-in.ts'

/** Routes of /v2/my/sessions. */
export const deviceSessions = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await signedInDevices(c.var.deps.db, c.var.user)))

  .delete('/:id', idempotent, async (c) => {
    await signOutDevice(c.var.deps.db, c.var.user, c.req.param('id'))
    return c.body(null, 204)
  })

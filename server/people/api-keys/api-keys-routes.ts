import { Hono } from 'hono'
import { NewApiKey } from '#contract/developers/api-keys.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { addKey, deleteKey, listKeys } from './api-keys.ts'
import { listKeyCalls } from './calls/read-calls.ts'

/** Routes of /v2/my/api-keys. */
export const apiKeyRoutes = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await listKeys(c.var.deps.db, c.var.user.id)))

  .get('/:id/calls', async (c) =>
    c.json(await listKeyCalls(c.var.deps, c.var.user.id, c.req.param('id'))),
  )

  // Without `idempotent`, which would store the key unencrypted.
  .post('/', body(NewApiKey), async (c) =>
    c.json({ result: await addKey(c.var.deps, c.var.user, c.req.valid('json')) }, 201),
  )

  .delete('/:id', idempotent, async (c) => {
    await deleteKey(c.var.deps.db, c.var.user.id, c.req.param('id'))
    return c.body(null, 204)
  })

import { Hono } from 'hono'
import { NewParameterSet, ParameterSetEdit } from '#contract/links/parameter-sets.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { idempotent, newResource } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import {
  createParameterSet,
  deleteParameterSet,
  editParameterSet,
  listParameterSets,
  readParameterSet,
} from './parameter-sets.ts'

/** Routes of /v2/my/parameter-sets. */
export const parameterSetRoutes = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', async (c) => c.json({ results: await listParameterSets(c.var.deps.db, c.var.user.id) }))

  .post('/', body(NewParameterSet), async (c) => {
    const set = await createParameterSet(c.var.deps.db, newResource(c), c.req.valid('json'))
    return c.json({ result: set }, 201)
  })

  .get('/:uuid', async (c) => {
    const which = { userId: c.var.user.id, id: c.req.param('uuid') }
    return c.json({ result: await readParameterSet(c.var.deps.db, which) })
  })

  .patch('/:uuid', body(ParameterSetEdit), async (c) => {
    const which = { userId: c.var.user.id, id: c.req.param('uuid') }
    return c.json({ result: await editParameterSet(c.var.deps.db, which, c.req.valid('json')) })
  })

  .delete('/:uuid', async (c) => {
    await deleteParameterSet(c.var.deps.db, { userId: c.var.user.id, id: c.req.param('uuid') })
    return c.body(null, 204)
  })

import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { NewDevice } from '#contract/people/devices.ts'
import { registerDevice, removeDevice } from './devices.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { body } from '../../platform/http/validate.ts'

/** Routes of /v1/wp, /wp and /device/wp. */
export const devices = new Hono<UserEnv>()
  .use(signedIn)

  .post('/', idempotent, body(NewDevice), async (c) => {
    const { device, isNew } = await registerDevice(c.var.deps, c.var.user, c.req.valid('json'))
    return c.json(device, isNew ? 201 : 200)
  })

  .delete('/:id', idempotent, async (c) => {
    const id = c.req.param('id')
    const isRemoved =
      /^\d{1,9}$/.test(id) && (await removeDevice(c.var.deps.db, c.var.user.id, Number(id)))
    if (!isRemoved) throw new HTTPException(404)
    return c.body(null, 204)
  })

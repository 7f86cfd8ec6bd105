import { Hono } from 'hono'
import { MobileChange, MobileCode } from '#contract/people/account.ts'
import { signedIn } from '../accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { mobileState, setMobile, verifyMobile } from './phone.ts'

/** Routes of /v1/users_mobile. */
export const phone = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json(await mobileState(c.var.deps, c.var.user.id)))

  .post('/', idempotent, body(MobileChange), async (c) =>
    c.json(await setMobile(c.var.deps, c.var.user.id, c.req.valid('json').mobile)),
  )

  .put('/', idempotent, body(MobileCode), async (c) =>
    c.json(await verifyMobile(c.var.deps, c.var.user.id, c.req.valid('json').code)),
  )

import { Hono } from 'hono'
import { ProfileEdit } from '#contract/people/profile.ts'
import { editProfile, publicProfile } from './profile.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { body } from '../../platform/http/validate.ts'

/** Routes of /v2/my/profile/public. */
export const profile = new Hono<UserEnv>()
  .use(signedIn)

  .get('/retrieve_profile', async (c) =>
    c.json({ result: await publicProfile(c.var.deps.db, c.var.user.id) }),
  )

  .put('/update_profile', idempotent, body(ProfileEdit), async (c) =>
    c.json({ result: await editProfile(c.var.deps.db, c.var.user.id, c.req.valid('json')) }),
  )

import { Hono } from 'hono'
import { DeletionRequest } from '#contract/people/leaving.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { previewDeletion, requestDeletion } from './request-deletion.ts'

/** Routes of /v2/my/profile/deletion. */
export const deletion = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json({ result: await previewDeletion(c.var.deps, c.var.user) }))

  .post('/', idempotent, body(DeletionRequest), async (c) =>
    c.json({ result: await requestDeletion(c.var.deps, c.var.user, c.req.valid('json')) }),
  )

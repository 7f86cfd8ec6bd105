import { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import {
  MoveInAddress,
  MoveInChoice,
  type MovedIn,
  type MoveInDraft,
} from '#contract/page/move-in.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { body } from '../../platform/http/validate.ts'
import { createFromDraft } from './create-from-draft.ts'
import { readDraft } from './read-draft.ts'

/**
 * Routes of /v2/my/pages/move-in. Reading a page is not idempotent: it takes seconds, and a
 * transaction must not stay open that long.
 */
export const moveIn = new Hono<UserEnv>()
  .use(signedIn)

  .post('/', body(MoveInAddress), async (c) => {
    const { deps, user } = c.var
    await countAttempt(deps, { limit: 'pageReadsByAccount', of: user.id })
    const { url } = c.req.valid('json')
    return c.json<MoveInDraft>(await readDraft(deps, user.id, url, c.req.raw.signal))
  })

  .post('/create', idempotent, body(MoveInChoice), async (c) => {
    const choice: InferOutput<typeof MoveInChoice> = c.req.valid('json')
    return c.json<MovedIn>(await createFromDraft(c.var.deps, c.var.user.id, choice), 201)
  })

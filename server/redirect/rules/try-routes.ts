import { Hono } from 'hono'
import type * as v from 'valibot'
import { TryAs, type TryAnswer } from '#contract/rules/try.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { body } from '../../platform/http/validate.ts'
import { tryLink } from './try-link.ts'

/** Route of /v2/my/links/{uuid}/try. It changes nothing, although it is sent with POST. */
export const linkTries = new Hono<UserEnv>()
  .use('/:uuid/try', signedIn)
  .post('/:uuid/try', limitSearches, body(TryAs), async (c) => {
    const { deps, user } = c.var
    const tried = await tryLink(deps, user.id, c.req.param('uuid'), c.req.valid('json'))
    return c.json<v.InferOutput<typeof TryAnswer>>({ result: tried })
  })

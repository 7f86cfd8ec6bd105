import { Hono } from 'hono'
import { TermsAcceptance } from '#contract/terms.ts'
import { signedIn } from '../accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { acceptTerms, readTerms } from './terms.ts'

/** Routes of /v2/my/terms: the current terms, and whether the user has accepted them. */
export const terms = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', async (c) => c.json({ result: await readTerms(c.var.deps, c.var.user.id) }))
  .post('/', idempotent, body(TermsAcceptance), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await acceptTerms(deps, user.id, c.req.valid('json').version) })
  })

import { Hono } from 'hono'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { rankOf } from './rank.ts'

/** Route of /v2/my/rank. */
export const rank = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', async (c) => c.json(await rankOf(c.var.deps.db, c.var.user.id, new Date())))

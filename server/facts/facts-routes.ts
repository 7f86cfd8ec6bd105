import { Hono } from 'hono'
import { signedIn } from '../accounts/signed-in.ts'
import type { UserEnv } from '../env.ts'
import { factsOf } from './facts.ts'

/** Mounted at /v2/my/facts. */
export const facts = new Hono<UserEnv>().get('/', signedIn, async (c) =>
  c.json(await factsOf(c.var.deps.db, c.var.user.id)),
)

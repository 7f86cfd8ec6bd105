import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TOKEN_HEADER } from '#contract/product.ts'
import { findSession } from './domain/sessions.ts'
import type { UserEnv } from './env.ts'

/**
 * Only with a token that still holds; 401 otherwise. The header alone counts, never the cookie: what
 * another site makes a browser send carries cookies, but not this header.
 */
export const signedIn: MiddlewareHandler<UserEnv> = async (c, next) => {
  const user = await findSession(c.var.deps.db, c.req.header(TOKEN_HEADER))
  if (!user) throw new HTTPException(401)
  c.set('user', user)
  await c.var.deps.ownDevices.note(user, c)
  return next()
}

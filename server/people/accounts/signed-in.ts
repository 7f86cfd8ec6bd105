import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { findSession } from './sessions.ts'
import type { UserEnv } from '../../env.ts'

export const NOT_KEPT = 'private, no-store'
/**
 * For the pictures of others alone: they are nothing of a person's, their addresses hold no key, and
 * fetching one anew for every look at it would be hard on whose picture it is.
 */
export const KEPT_AN_HOUR = 'private, max-age=3600'

/**
 * Only with a token that still holds; 401 otherwise. The header alone counts, never the cookie: what
 * another site makes a browser send carries cookies, but not this header. What is answered is theirs,
 * so nothing on the way keeps it, and no browser after they have left.
 */
export const signedIn: MiddlewareHandler<UserEnv> = async (c, next) => {
  c.header('Cache-Control', NOT_KEPT)
  const user = await findSession(c.var.deps.db, c.req.header(TOKEN_HEADER))
  if (!user) throw new HTTPException(401)
  c.set('user', user)
  await c.var.deps.ownDevices.note(user, c)
  await next()
  const { headers } = c.res
  if (headers.get('Cache-Control') !== KEPT_AN_HOUR) headers.set('Cache-Control', NOT_KEPT)
}

import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { findSession } from './sessions.ts'
import type { UserEnv } from '../../env.ts'

export const NO_STORE = 'private, no-store'
/**
 * Cache-Control of pictures from other sites. They contain no personal data and their URLs contain
 * no key. Fetching one again for each view would burden its host.
 */
export const CACHE_ONE_HOUR = 'private, max-age=3600'

/**
 * Requires a valid session token in the header; 401 otherwise. The cookie does not count, because
 * requests from other sites carry cookies but not this header. Answers are personal, so neither
 * caches nor the browser may store them.
 */
export const signedIn: MiddlewareHandler<UserEnv> = async (c, next) => {
  c.header('Cache-Control', NO_STORE)
  const user = await findSession(c.var.deps.db, c.req.header(TOKEN_HEADER))
  if (!user) throw new HTTPException(401)
  c.set('user', user)
  await c.var.deps.ownDevices.record(user, c)
  await next()
  const { headers } = c.res
  if (headers.get('Cache-Control') !== CACHE_ONE_HOUR) headers.set('Cache-Control', NO_STORE)
}

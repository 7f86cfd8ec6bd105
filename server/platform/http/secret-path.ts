import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'

/**
 * Sets the headers of pages whose path is secret: no cache stores it, no other site receives it as a
 * referrer, and no search engine lists it.
 */
export const secretPathHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
  return next()
}

import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'

/** Policy without scripts, content of other sites and framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets headers of tools for brands and staff: not cached, no referrer for other sites, not indexed. */
export const workHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Security-Policy', POLICY)
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Robots-Tag', 'noindex, nofollow')
  return next()
}

import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'

/** Returns the policy without content of other sites and framing. */
const policyOf = (scripts: string[]) =>
  [
    "default-src 'none'",
    ...scripts,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const POLICY = policyOf(["script-src 'none'"])
const SCRIPT_POLICY = policyOf(["script-src 'self'", "connect-src 'self'"])

/** Sets headers of tools for brands and staff: not cached, no referrer for other sites, not indexed. */
export const workHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Security-Policy', POLICY)
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Robots-Tag', 'noindex, nofollow')
  return next()
}

/** Allows this page to run our script files, for example for passkeys, and no others. */
export const allowOwnScripts = (c: Pick<Context, 'header'>) =>
  c.header('Content-Security-Policy', SCRIPT_POLICY)

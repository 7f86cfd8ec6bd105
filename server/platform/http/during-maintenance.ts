import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'

/**
 * Answers 503 for the API during maintenance. Links still redirect, the app still opens, and
 * sign-in shows its own page.
 */
export const duringMaintenance: MiddlewareHandler<AppEnv> = async (c, next) => {
  const pause = c.var.deps.maintenance.current()
  if (!pause) return next()
  const { retry_after, detail } = pause
  if (retry_after !== null) c.header('Retry-After', String(retry_after))
  c.header('Cache-Control', 'no-store')
  return c.json(
    { ...(retry_after !== null && { retry_after }), ...(detail !== null && { detail }) },
    503,
  )
}

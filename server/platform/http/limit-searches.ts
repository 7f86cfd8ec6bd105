import type { MiddlewareHandler } from 'hono'
import type { UserEnv } from '../../env.ts'
import { ThrottledError } from './errors.ts'

const MINUTE_MS = 60 * 1000

/**
 * Limits searches per minute and user. Counts in memory of this server, because a write per search
 * would cost more than most searches.
 */
export const limitSearches: MiddlewareHandler<UserEnv> = async (c, next) => {
  const { siblings, config } = c.var.deps
  const key = `searches ${c.var.user.id}`
  const { count, endsAt } = await siblings.countInWindow(key, Date.now() + MINUTE_MS)
  if (count > config.ceilings.searchesPerMinute)
    throw new ThrottledError(Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)))
  return next()
}

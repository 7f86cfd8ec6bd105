import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { UserEnv } from '../../env.ts'
import { ThrottledError } from './errors.ts'

const MINUTE_MS = 60 * 1000
const MAX_USERS = 10_000

const counters = new LRUCache<string, { searches: number; endsAt: number }>({ max: MAX_USERS })

/**
 * Limits searches per minute and user. Counts in memory of this process, because a write per search
 * would cost more than most searches.
 */
export const limitSearches: MiddlewareHandler<UserEnv> = async (c, next) => {
  const now = Date.now()
  const known = counters.get(c.var.user.id)
  const counter = known && known.endsAt > now ? known : { searches: 0, endsAt: now + MINUTE_MS }
  if (counter.searches >= c.var.deps.config.ceilings.searchesPerMinute) {
    throw new ThrottledError(Math.ceil((counter.endsAt - now) / 1000))
  }
  counter.searches += 1
  counters.set(c.var.user.id, counter)
  return next()
}

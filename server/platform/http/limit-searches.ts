import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { UserEnv } from '../../env.ts'
import { ThrottledError } from './errors.ts'

const MINUTE_MS = 60 * 1000
const PEOPLE = 10_000

const minutes = new LRUCache<string, { searches: number; endsAt: number }>({ max: PEOPLE })

/**
 * Limits searches per minute and user. Counts in memory of this process, because a write per search
 * would cost more than most searches.
 */
export const limitSearches: MiddlewareHandler<UserEnv> = async (c, next) => {
  const now = Date.now()
  const known = minutes.get(c.var.user.id)
  const minute = known && known.endsAt > now ? known : { searches: 0, endsAt: now + MINUTE_MS }
  if (minute.searches >= c.var.deps.config.ceilings.searchesPerMinute) {
    throw new ThrottledError(Math.ceil((minute.endsAt - now) / 1000))
  }
  minute.searches += 1
  minutes.set(c.var.user.id, minute)
  return next()
}

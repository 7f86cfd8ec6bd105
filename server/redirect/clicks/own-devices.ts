import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { agentOf } from './kinds.ts'
import { createVisitors } from './visitor.ts'
import { DAY_MS, dayOf } from './utc-day.ts'
import { remoteAddressOf } from '../../platform/http/client-address.ts'
import { ownVisitors } from '../../platform/db/schema.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Salts } from './day-salts.ts'

/**
 * Maximum number of visitor ids per session and day. Enough for a person on a train with many
 * addresses, and a limit for made-up ones.
 */
const MAX_IDS_PER_DAY = 20
const MAX_SESSIONS = 10_000

type SeenVisitors = { day: number; visitors: Map<string, Promise<void>> }
type AnyContext = Pick<Context, 'env' | 'req'>

export type OwnDevices = {
  record(user: { id: string; sessionId: string }, c: AnyContext): Promise<void>
}

type OwnDevicesDeps = { db: Db; log: Log; salts: Salts; config: Config }

/**
 * Creates the record of visitor ids under which signed-in users would click today, so that their
 * own clicks are recognised (server/redirect/clicks/own-visitors.ts). Each id is written once per
 * session and deleted with the salt of the day. No cookie is needed for it.
 */
export function createOwnDevices({ db, log, salts, config }: OwnDevicesDeps): OwnDevices {
  const visitorOf = createVisitors(salts, config.trustedProxies)
  const seen = new LRUCache<string, SeenVisitors>({ max: MAX_SESSIONS })

  function seenToday(sessionId: string, day: number): SeenVisitors['visitors'] {
    const known = seen.get(sessionId)
    if (known?.day === day) return known.visitors
    const visitors = new Map<string, Promise<void>>()
    seen.set(sessionId, { day, visitors })
    return visitors
  }

  async function write(userId: string, visitor: string, at: number) {
    const day = new Date(dayOf(at) * DAY_MS).toISOString().slice(0, 10)
    await db.insert(ownVisitors).values({ userId, visitor, day }).onConflictDoNothing()
  }

  return {
    async record({ id, sessionId }, c) {
      const remote = remoteAddressOf(c)
      if (remote === undefined) return
      const at = Date.now()
      const forwardedFor = c.req.header('x-forwarded-for') ?? ''
      const agentId = agentOf(c.req.header('user-agent') ?? '').id
      const visitor = visitorOf({ remote, forwardedFor, agentId, at })
      const visitors = seenToday(sessionId, dayOf(at))
      if (!visitors.has(visitor) && visitors.size < MAX_IDS_PER_DAY) {
        const written = write(id, visitor, at).catch((error: unknown) => {
          visitors.delete(visitor)
          log.debug('could not record an own device', { error })
        })
        visitors.set(visitor, written)
      }
      // Wait for the insert, so that later clicks of this user are recognised.
      await visitors.get(visitor)
    },
  }
}

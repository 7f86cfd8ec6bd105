import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config/config.ts'
import type { Salts } from '../clicks/day-salts.ts'
import { agentOf } from '../clicks/kinds.ts'
import { createVisitors } from '../clicks/visitor.ts'
import type { RequestHeaders } from '../request-headers.ts'

/** Share of the visitors inside apps who stay there, so that results can be compared. */
const SHARE = 0.1

type HeldOutDeps = { config: Config; salts: Pick<Salts, 'of'> }

/**
 * Creates a function that returns whether a visitor of a link belongs to the group that stays
 * inside the app. A visitor stays in the same group all day. The group is independent of the
 * percentages in rules.
 */
export function createHeldOut({ config: { trustedProxies }, salts }: HeldOutDeps) {
  const visitorOf = createVisitors(salts, trustedProxies)

  return (linkId: string, req: IncomingMessage, headers: RequestHeaders, at: number): boolean => {
    const { forwardedFor, userAgent } = headers
    const remote = req.socket.remoteAddress ?? ''
    const visitor = visitorOf({ remote, forwardedFor, agentId: agentOf(userAgent).id, at })
    const place = Number.parseInt(hash('sha256', `in-app ${visitor} ${linkId}`).slice(0, 8), 16)
    return place / 2 ** 32 < SHARE
  }
}

import { hash } from 'node:crypto'
import type { Salts } from './day-salts.ts'
import { dayOf } from './utc-day.ts'
import { createAddressOf } from './visitor-address.ts'

export type Visit = { remote: string; forwardedFor: string; agentId: string; at: number }
export type VisitorOf = (visit: Visit) => string

/**
 * Returns a function that creates visitor ids. An id is valid for one day: the same person gets
 * another one tomorrow. Once the day's salt is deleted, no id can be derived from an address again.
 * `agentId` identifies the browser.
 */
export function createVisitors(
  salts: Pick<Salts, 'of'>,
  trustedProxies: readonly string[],
): VisitorOf {
  const addressOf = createAddressOf(trustedProxies)
  return ({ remote, forwardedFor, agentId, at }) => {
    return visitorId(salts.of(dayOf(at)), addressOf(remote, forwardedFor), agentId)
  }
}

/** Returns a visitor id. `salt` is that of the day. */
export const visitorId = (salt: string, address: string, agentId: string): string =>
  hash('sha256', `${salt} ${address} ${agentId}`).slice(0, 16)

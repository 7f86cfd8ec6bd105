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
    const address = addressOf(remote, forwardedFor)
    return hash('sha256', `${salts.of(dayOf(at))} ${address} ${agentId}`).slice(0, 16)
  }
}

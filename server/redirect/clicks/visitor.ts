import { hash } from 'node:crypto'
import type { Salts } from './day-salts.ts'
import { dayOf } from './utc-day.ts'
import { createAddressOf } from './visitor-address.ts'

export type Visit = { remote: string; forwardedFor: string; agentId: string; at: number }
export type VisitorOf = (visit: Visit) => string

/**
 * Names a visitor for one day: the same person is another one tomorrow, and once the day's salt is
 * deleted no name can be made from an address again (D-28). `agentId` stands for the browser.
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

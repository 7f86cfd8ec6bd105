import { createHash, hash } from 'node:crypto'
import { createAddressOf } from './visitor-address.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
/** Days are UTC days, as in the hourly roll-ups. */
export const dayOf = (at: number) => Math.floor(at / DAY_MS)

export type Visit = { remote: string; forwardedFor: string; agentId: string; at: number }

/**
 * Names a visitor for one day: the same person is another one tomorrow, and neither name leads back
 * to an address without the installation's secret (D-28). `agentId` stands for the browser.
 */
export function createVisitors(secret: string, trustedProxies: readonly string[]) {
  const addressOf = createAddressOf(trustedProxies)
  let today = Number.NaN
  let salt = ''

  return function visitorOf(visit: Visit): string {
    if (dayOf(visit.at) !== today) {
      today = dayOf(visit.at)
      salt = digest(`${secret}\n${today}`)
    }
    const address = addressOf(visit.remote, visit.forwardedFor)
    // 128 bits of salt and a browser's 64 leave room for an address in one block of SHA-256.
    return hash('sha256', `${salt} ${address} ${visit.agentId}`).slice(0, 16)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

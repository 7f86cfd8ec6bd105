import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addressGroup, clientAddress } from '../client-address.ts'

type Visit = { remote: string; forwardedFor: string; userAgent: string; at: number }

/** Longer headers are somebody playing; they are hashed again each time and not kept. */
const LONGEST_KEPT = 1024

export const DAY_MS = 24 * 60 * 60 * 1000
/** Days are UTC days, as in the hourly roll-ups. */
export const dayOf = (at: number) => Math.floor(at / DAY_MS)

/**
 * Names a visitor for one day: the same person is another one tomorrow, and neither name leads back
 * to an address without the installation's secret (D-28).
 */
export function createVisitors(secret: string, trustedProxies: readonly string[]) {
  const recent = new LRUCache<string, string>({ max: 5000 })
  let today = Number.NaN
  let salt = ''

  return function visitorOf({ remote, forwardedFor, userAgent, at }: Visit): string {
    if (dayOf(at) !== today) {
      today = dayOf(at)
      salt = sha256(`${secret}\n${today}`)
      recent.clear()
    }
    const who = `${remote}\n${forwardedFor}\n${userAgent}`
    const known = recent.get(who)
    if (known) return known
    const address = addressGroup(clientAddress(remote, forwardedFor, trustedProxies))
    const visitor = sha256(`${salt}\n${address}\n${userAgent}`).slice(0, 16)
    if (who.length <= LONGEST_KEPT) recent.set(who, visitor)
    return visitor
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

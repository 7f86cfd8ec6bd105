import { LRUCache } from 'lru-cache'
import type { Config } from '../../platform/config/config.ts'

/** The longest name DNS allows. */
const LONGEST_HOST = 253

const recent = new LRUCache<string, string>({ max: 1000 })
/** Longer ones are rare, and a thousand of them would be large. */
const LONGEST_KEPT = 500

/** Host of the page a click came from, without `www.`; paths and queries are not kept (D-28). */
export function referrerHost(referrer: string): string {
  if (referrer === '') return ''
  const known = recent.get(referrer)
  if (known !== undefined) return known
  const host = hostIn(referrer)
  if (referrer.length <= LONGEST_KEPT) recent.set(referrer, host)
  return host
}

/** Where our own pages say that a click came from. */
export const ownHostOf = ({ appOrigin }: Pick<Config, 'appOrigin'>) => referrerHost(`${appOrigin}/`)

function hostIn(referrer: string): string {
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@]*@)?([a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i.exec(referrer) ?? []
  if (host.length > LONGEST_HOST) return ''
  return host.toLowerCase().replace(/^www\./, '')
}

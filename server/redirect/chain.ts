import type { OwnHosts } from './own-hosts.ts'
import { bareHost } from '../links/short-host.ts'
import { keyOnDomain } from './short-url.ts'

/** Where a redirect leads. */
export type Step = { url: string; host: string }

/** Where a link leads, and where once it has ended; null: nowhere. */
type Steps = { to: Step; endsAt: number; afterwards: Step | null }

export const stepTo = (url: string): Step => ({ url, host: bareHost(new URL(url)) })

export const stepAt = ({ to, endsAt, afterwards }: Steps, at: number): Step | null =>
  at >= endsAt ? afterwards : to

/**
 * A target can become a short link of ours after it was taken: when its host is proven as somebody's own
 * domain. One such step is somebody's move from another shortener; two could go round and round.
 */
export function createChains(hosts: OwnHosts, find: (key: string) => Promise<Steps | null>) {
  const isOurs = (step: Step | null) => step !== null && hosts.mayLeadOn(step.host)

  async function leadsAway({ url, host }: Step): Promise<boolean> {
    const own = await hosts.of(host)
    if (!own?.isOpen) return true
    const key = keyOnDomain(pathOf(url), own.domainId)
    const next = key === '' ? null : await find(key)
    return !next || !isOurs(stepAt(next, Date.now()))
  }
  return { isOurs, leadsAway }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

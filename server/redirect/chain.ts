import type { OwnHosts } from './own-hosts.ts'
import { bareHost } from '../links/short-host.ts'
import { keyOnDomain } from './short-url.ts'

/** Destination of a redirect. */
export type Step = { url: string; host: string }

/** Destination of a link before and after its end date; null if there is no fallback URL. */
type LinkSteps = { to: Step; endsAt: number; afterwards: Step | null }

export const stepTo = (url: string): Step => ({ url, host: bareHost(new URL(url)) })

export const stepAt = ({ to, endsAt, afterwards }: LinkSteps, at: number): Step | null =>
  at >= endsAt ? afterwards : to

/**
 * Creates the checks for targets that are short links of this installation. A target can become one
 * after the link was saved, when its host is verified as a custom domain. One such step is
 * allowed, because creators move here from another shortener. Two steps could form a loop.
 */
export function createLoopCheck(hosts: OwnHosts, find: (key: string) => Promise<LinkSteps | null>) {
  const isCustomDomain = (step: Step | null) => step !== null && hosts.mayRedirect(step.host)

  async function leavesSite({ url, host }: Step): Promise<boolean> {
    const own = await hosts.find(host)
    if (!own?.isOpen) return true
    const key = keyOnDomain(pathOf(url), own.domainId)
    const next = key === '' ? null : await find(key)
    return !next || !isCustomDomain(stepAt(next, Date.now()))
  }
  return { isOurs: isCustomDomain, leadsAway: leavesSite }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

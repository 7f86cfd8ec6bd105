import type { OwnHosts } from './own-hosts.ts'
import { bareHost } from '../links/short-host.ts'
import { keyOnDomain } from './short-url.ts'

/** Destination of a redirect. */
export type Step = { url: string; host: string }

/**
 * Destinations of a link: its own and those of its rules before its end, and the one after it; null
 * if there is no fallback URL.
 */
type LinkSteps = {
  to: Step
  rules: { outcomes: readonly { way: { to: Step } | null }[] } | null
  endsAt: number
  limits: { isUsedUp: boolean } | null
  afterwards: Step | null
}

export const stepTo = (url: string): Step => ({ url, host: bareHost(new URL(url)) })

/**
 * Creates the checks for targets that are short links of this installation. A target can become one
 * after the link was saved, when its host is verified as a custom domain. One such step is
 * allowed, because creators move here from another shortener. Two steps could form a loop.
 */
export function createLoopCheck(hosts: OwnHosts, find: (key: string) => Promise<LinkSteps | null>) {
  const isCustomDomain = (step: Step | null) => step !== null && hosts.mayRedirect(step.host)

  /** Returns whether the link or one of its rules leads to a custom domain. */
  const mayBeCustomDomain = ({ to, rules }: LinkSteps) =>
    !hosts.isEmpty &&
    (isCustomDomain(to) ||
      (rules !== null && rules.outcomes.some(({ way }) => isCustomDomain(way && way.to))))

  async function leavesSite({ url, host }: Step): Promise<boolean> {
    const own = await hosts.find(host)
    if (!own?.isOpen) return true
    const key = keyOnDomain(pathOf(url), own)
    const next = key === '' ? null : await find(key)
    if (!next) return true
    const hasEnded = Date.now() >= next.endsAt || next.limits?.isUsedUp === true
    return !(hasEnded ? isCustomDomain(next.afterwards) : mayBeCustomDomain(next))
  }
  return { isOurs: isCustomDomain, mayBeOurs: mayBeCustomDomain, leadsAway: leavesSite }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

import { createHmac } from 'node:crypto'
import type { Deps } from '../../env.ts'
import type { Fetcher } from '../../platform/fetcher/fetcher.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { originOf } from '../../links/link-domains.ts'

type DomainToken = { domain: string; token: string }
/** Returns whether a domain is answered by this server. */
export type Probe = (named: DomainToken, signal: AbortSignal) => Promise<boolean>

/** Path of the probe below /domains, on every host. */
export const PROBE_PATH = 'probe'
const LIMITS = { maxBytes: 200, overflow: 'cut', totalMs: 10_000, accept: 'text/plain' } as const

/**
 * Returns the answer of this installation to a probe. It is signed, so that a server that answers
 * every request cannot pass.
 */
export const probeAnswer = ({ secrets }: Pick<Deps, 'secrets'>, token: string) =>
  createHmac('sha256', secrets.signing).update(`domain ${token}`).digest('base64url')

/**
 * Creates a probe over https. Correct DNS is not enough for visitors to reach the domain, because
 * the proxy needs a certificate for it first. Where short links use http, no probe is needed.
 */
export const httpsProbe =
  (
    deps: Pick<Deps, 'config' | 'secrets'>,
    fetcher: Fetcher = outboundFetcher(deps.config),
  ): Probe =>
  async ({ domain, token }, signal) => {
    const origin = originOf(domain, deps.config)
    if (!origin.startsWith('https:')) return true
    try {
      const url = `${origin}/domains/${PROBE_PATH}/${token}`
      const answer = await fetcher(url, { ...LIMITS, signal })
      const isThere = new URL(answer.url).origin === origin
      return isThere && answer.body.toString() === probeAnswer(deps, token)
    } catch {
      signal.throwIfAborted()
      return false
    }
  }

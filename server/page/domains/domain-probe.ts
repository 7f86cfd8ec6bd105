import { createHmac } from 'node:crypto'
import type { Deps } from '../../env.ts'
import type { Fetcher } from '../../platform/fetcher/fetcher.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { originOf } from '../../links/link-domains.ts'

type Named = { domain: string; token: string }
/** Whether a name answers as this server. */
export type Probe = (named: Named, signal: AbortSignal) => Promise<boolean>

/** Below /domains, on every host. */
export const PROBE_PATH = 'probe'
const LIMITS = { maxBytes: 200, overflow: 'cut', totalMs: 10_000, accept: 'text/plain' } as const

/** What this installation answers there, and no server that just answers everything. */
export const probeAnswer = ({ secrets }: Pick<Deps, 'secrets'>, token: string) =>
  createHmac('sha256', secrets.signing).update(`domain ${token}`).digest('base64url')

/**
 * DNS that is right does not mean that visitors get there: the proxy needs a certificate for the name
 * first. Where short links are served by http there is none to wait for.
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

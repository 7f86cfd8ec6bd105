import { createHmac } from 'node:crypto'
import type { Deps } from '../env.ts'
import { outboundFetcher } from '../fetcher/outbound.ts'

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
 * first. Where the app itself is served by http there is none to wait for.
 */
export const httpsProbe =
  (deps: Pick<Deps, 'config' | 'secrets'>): Probe =>
  async ({ domain, token }, signal) => {
    if (!deps.config.appOrigin.startsWith('https:')) return true
    try {
      const url = `https://${domain}/domains/${PROBE_PATH}/${token}`
      const answer = await outboundFetcher(deps.config)(url, { ...LIMITS, signal })
      const isThere = new URL(answer.url).hostname === domain
      return isThere && answer.body.toString() === probeAnswer(deps, token)
    } catch {
      signal.throwIfAborted()
      return false
    }
  }

import { endpointRoot } from './endpoint.ts'

const TIMEOUT_MS = 2000

/** Source of an answer at our server's address: our server, a captive portal, or none in time. */
export type ProbeResult = 'ours' | 'portal' | 'nothing'

/** Returns whether our server can be reached. */
export const probe = async () => (await probeServer()) === 'ours'

/** Sends one small request that bypasses all caches. */
export async function probeServer(): Promise<ProbeResult> {
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(`${endpointRoot()}/healthz`, {
      cache: 'no-store',
      signal: aborter.signal,
    })
    return /\bhtml\b/i.test(response.headers.get('Content-Type') ?? '') ? 'portal' : 'ours'
  } catch {
    return 'nothing'
  } finally {
    clearTimeout(timer)
  }
}

import { endpointRoot } from './endpoint.ts'

const PATIENCE_MS = 2000

/** Source of an answer at our server's address: our server, a captive portal, or none in time. */
export type ProbeResult = 'ours' | 'portal' | 'nothing'

/** Returns whether our server can be reached. */
export const probe = async () => (await look()) === 'ours'

/** Sends one small request that bypasses all caches. */
export async function look(): Promise<ProbeResult> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), PATIENCE_MS)
  try {
    const response = await fetch(`${endpointRoot()}/healthz`, {
      cache: 'no-store',
      signal: tooLong.signal,
    })
    return /\bhtml\b/i.test(response.headers.get('Content-Type') ?? '') ? 'portal' : 'ours'
  } catch {
    return 'nothing'
  } finally {
    clearTimeout(timer)
  }
}

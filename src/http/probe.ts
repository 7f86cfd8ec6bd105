import { endpointRoot } from './endpoint.ts'

const PATIENCE_MS = 2000

/** What answers where our server should: it, a captive portal's own page, or nothing in time. */
export type ProbeResult = 'ours' | 'portal' | 'nothing'

/** Whether our server can be reached. */
export const probe = async () => (await look()) === 'ours'

/** One small request past every cache. */
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

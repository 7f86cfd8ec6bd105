import { endpointRoot } from './endpoint.ts'

const PATIENCE_MS = 2000

/** One small request past every cache. A captive portal's page is not our server. */
export async function probe(): Promise<boolean> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), PATIENCE_MS)
  try {
    const response = await fetch(`${endpointRoot()}/healthz`, {
      cache: 'no-store',
      signal: tooLong.signal,
    })
    return !/\bhtml\b/i.test(response.headers.get('Content-Type') ?? '')
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

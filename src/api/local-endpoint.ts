import { setEndpointRoot } from './endpoint.ts'

const KEY = 'split-endpoint-root'

/** Another API than the built-in one, for this browser only. Read before the first call. */
export function applyLocalEndpoint(): void {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored) setEndpointRoot(stored)
  } catch {
    // Storage can be forbidden altogether; the built-in root then stands.
  }
}

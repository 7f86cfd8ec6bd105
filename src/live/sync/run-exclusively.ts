import { withLock } from '#http/under-lock.ts'

/** Maximum wait for the lock, in case a frozen tab holds it. */
const MAX_WAIT_MS = 30_000

/**
 * Runs `work` when no other tab or worker is doing the same. Without Web Locks, runs it at once.
 */
export async function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!globalThis.navigator?.locks) return work()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), MAX_WAIT_MS)
  let hasStarted = false
  try {
    const startWork = () => {
      hasStarted = true
      clearTimeout(timer)
      return work()
    }
    return await withLock(name, startWork, timeout.signal)
  } catch (error) {
    if (hasStarted || !timeout.signal.aborted) throw error
    return work()
  } finally {
    clearTimeout(timer)
  }
}

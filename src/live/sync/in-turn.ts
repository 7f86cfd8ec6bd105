import { underLock } from '#http/under-lock.ts'

/** Maximum wait for the lock, in case a frozen tab holds it. */
const PATIENCE_MS = 30_000

/**
 * Runs `work` when no other tab or worker is doing the same. Without Web Locks, runs it at once.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!globalThis.navigator?.locks) return work()
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), PATIENCE_MS)
  let begun = false
  try {
    const begin = () => {
      begun = true
      clearTimeout(timer)
      return work()
    }
    return await underLock(name, begin, tooLong.signal)
  } catch (error) {
    if (begun || !tooLong.signal.aborted) throw error
    return work()
  } finally {
    clearTimeout(timer)
  }
}

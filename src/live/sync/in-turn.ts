import { underLock } from '#http/under-lock.ts'

/** A tab that was frozen while it held the lock must not stop the others for good. */
const PATIENCE_MS = 30_000

/** Runs `work` when no other tab (nor the worker) is at the same; without Web Locks, at once. */
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

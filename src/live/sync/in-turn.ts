/** A tab that was frozen while it held the lock must not stop the others for good. */
const PATIENCE_MS = 30_000

/** Runs `work` when no other tab (nor the worker) is at the same; without Web Locks, at once. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), PATIENCE_MS)
  let begun = false
  try {
    return await locks.request(name, { signal: tooLong.signal }, () => {
      begun = true
      clearTimeout(timer)
      return work()
    })
  } catch (error) {
    if (begun || !tooLong.signal.aborted) throw error
    return work()
  } finally {
    clearTimeout(timer)
  }
}

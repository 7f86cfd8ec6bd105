import { setTimeout as sleep } from 'node:timers/promises'

/** What `work` gives, or `otherwise` when it takes longer; nothing is kept alive by the wait. */
export async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const done = new AbortController()
  const late = sleep(ms, otherwise, { ref: false, signal: done.signal })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    done.abort()
  }
}

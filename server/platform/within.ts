import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns the result of `work`, or `otherwise` if it takes longer than `ms`. The timer does not
 * keep the process alive.
 */
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

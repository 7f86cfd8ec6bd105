import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Returns the result of `work`, or `otherwise` if it takes longer than `ms`. The timer does not
 * keep the process alive.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, fallback: T): Promise<T> {
  const done = new AbortController()
  const timeout = sleep(ms, fallback, { ref: false, signal: done.signal })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timeout.catch(() => {})
    done.abort()
  }
}

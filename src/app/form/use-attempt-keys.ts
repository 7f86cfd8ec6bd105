import { useState } from 'react'
import { toApiError } from '#http/error.ts'

/**
 * Returns a function that sends input with an idempotency key. Equal input keeps its key until
 * there is an answer, so that a lost answer creates nothing twice. After a refusal the server would
 * only repeat its answer, and after a success the same input means something new.
 */
export function createAttempts() {
  const keys = new Map<string, string>()
  return async function attempt<T>(input: object, send: (key: string) => Promise<T>): Promise<T> {
    const body = JSON.stringify(input)
    const key = keys.get(body) ?? crypto.randomUUID()
    keys.set(body, key)
    try {
      const answer = await send(key)
      keys.delete(body)
      return answer
    } catch (error) {
      if (isRefusal(error)) keys.delete(body)
      throw error
    }
  }
}

/** Returns the attempts of one form, as long as it is mounted. */
export function useAttemptKeys() {
  const [attempt] = useState(createAttempts)
  return attempt
}

function isRefusal(error: unknown) {
  const { status } = toApiError(error)
  return status !== 'unknown' && status < 500
}

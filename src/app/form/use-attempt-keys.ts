import { useState } from 'react'
import { toApiError } from '#http/error.ts'

/**
 * One idempotency key as long as what is sent stays the same, so that a lost answer makes nothing twice. An
 * answer ends it: of a refusal the server would only repeat the words, and after a success the same again is
 * something new.
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

/** The attempts of one form, as long as it is on the screen. */
export function useAttemptKeys() {
  const [attempt] = useState(createAttempts)
  return attempt
}

function isRefusal(error: unknown) {
  const { status } = toApiError(error)
  return status !== 'unknown' && status < 500
}

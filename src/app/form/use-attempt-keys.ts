import { useRef } from 'react'
import { toApiError } from '#http/error.ts'

/**
 * One idempotency key as long as a form stays the same, so that a lost answer makes nothing twice. A
 * refusal is an answer: the server would only repeat it, so the next try has a key of its own.
 */
export function useAttemptKeys() {
  const keys = useRef(new Map<string, string>())
  return async function attempt<T>(input: object, send: (key: string) => Promise<T>): Promise<T> {
    const body = JSON.stringify(input)
    const key = keys.current.get(body) ?? crypto.randomUUID()
    keys.current.set(body, key)
    try {
      return await send(key)
    } catch (error) {
      if (isRefusal(error)) keys.current.delete(body)
      throw error
    }
  }
}

function isRefusal(error: unknown) {
  const { status } = toApiError(error)
  return status !== 'unknown' && status < 500
}

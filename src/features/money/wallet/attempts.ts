import { createAttempts } from '#app/form/use-attempt-keys.ts'

const attempts = createAttempts()

/**
 * Sends a payment request with an idempotency key that is kept when the screen closes. A user who
 * retries after a lost response does not pay twice. `what` separates requests with the same body.
 */
export const attempt = <T>(what: string, input: object, send: (key: string) => Promise<T>) =>
  attempts({ what, input }, send)

import { createAttempts } from '#app/form/use-attempt-keys.ts'

const attempts = createAttempts()

/**
 * Sends something of money under a key that outlives its screen: who leaves after a lost answer, comes back
 * and presses again has not paid twice. `what` tells calls with the same body apart.
 */
export const attempt = <T>(what: string, input: object, send: (key: string) => Promise<T>) =>
  attempts({ what, input }, send)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** PayPal can refund or reverse a payment for some time after it was made. */
const WATCHED_DAYS = 45

export const laterBy = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** Returns when to look at a batch again; null if its results are final. */
export function nextLook(sentAt: Date, at: Date, hasWaiting: boolean): Date | null {
  const age = (at.getTime() - sentAt.getTime()) / 1000
  if (!hasWaiting) return age < WATCHED_DAYS * DAY ? laterBy(at, DAY) : null
  if (age < 10 * MINUTE) return laterBy(at, MINUTE)
  return laterBy(at, age < DAY ? 10 * MINUTE : HOUR)
}

import { dayText } from '#app/problems/times.ts'

/** Usual duration of a manual payout. */
const USUAL_PAYOUT_MS = 3 * 24 * 60 * 60 * 1000

export const usualPayoutText = (now = Date.now()) =>
  `Usually by ${dayText(now + USUAL_PAYOUT_MS, now)}`

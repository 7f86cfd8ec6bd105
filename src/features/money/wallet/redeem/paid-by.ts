import { dayText } from '#app/problems/times.ts'

/** Usual duration of a manual payout. */
const USUALLY_MS = 3 * 24 * 60 * 60 * 1000

export const usuallyBy = (now = Date.now()) => `Usually by ${dayText(now + USUALLY_MS, now)}`

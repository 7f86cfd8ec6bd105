import { DEFAULT_RELOAD_SECONDS } from '#contract/limits.ts'

/**
 * Time at which to retry after a 503. `moment` is the time that the server named. Screens show it
 * and reload then. `backgroundAt` is the time for work that nobody waits for, up to a minute later.
 * Both are clock times, so that they stay correct if the device sleeps.
 */
export type RetryPlan = {
  kind: 'default' | 'date' | 'seconds'
  seconds: number
  startedAt: number
  moment: number
  backgroundAt: number
}

type RetryAfterValue = number | string | null | undefined

/** Maximum wait after which background work is not spread randomly. */
const MAX_EXACT_WAIT_MS = 2 * 60 * 1000
const MAX_SPREAD_MS = 60 * 1000

/**
 * Plans a retry from the body's `retry_after`, else from the header. Past or unreadable values mean
 * 60 s.
 */
export function planRetry(
  body: RetryAfterValue,
  header: string | null,
  now = Date.now(),
  random = Math.random,
): RetryPlan {
  return parseRetryAfter(body, now, random) ?? parseRetryAfter(header, now, random) ?? fallback(now)
}

function parseRetryAfter(
  value: RetryAfterValue,
  now: number,
  random: () => number,
): RetryPlan | null {
  const seconds = secondsOf(value)
  if (seconds !== null) {
    return seconds > 0 ? plan('seconds', now, now + seconds * 1000, random) : null
  }
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return moment > now ? plan('date', now, moment, random) : null
}

function secondsOf(value: RetryAfterValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : null
}

function plan(
  kind: RetryPlan['kind'],
  startedAt: number,
  moment: number,
  random: () => number,
): RetryPlan {
  const wait = moment - startedAt
  return {
    kind,
    seconds: Math.round(wait / 1000),
    startedAt,
    moment,
    backgroundAt: moment + maxSpread(wait) * random(),
  }
}

/**
 * Random delay of up to a tenth of the wait. Without it, all devices would send their waiting changes
 * in the same second and overload the server again.
 */
const maxSpread = (wait: number) =>
  wait > MAX_EXACT_WAIT_MS ? Math.min(wait / 10, MAX_SPREAD_MS) : 0

const fallback = (now: number) => plan('default', now, now + DEFAULT_RELOAD_SECONDS * 1000, () => 0)

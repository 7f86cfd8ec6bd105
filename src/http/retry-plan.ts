import { DEFAULT_RELOAD_SECONDS } from '#contract/limits.ts'

/**
 * When a 503 promises to be over. `moment` is what the server said, `reloadAt` when this tab reloads;
 * both are moments of the wall clock, so that a sleep in between changes nothing.
 */
export type RetryPlan = {
  kind: 'default' | 'date' | 'seconds'
  seconds: number
  startedAt: number
  moment: number
  reloadAt: number
}

type RetryAfterValue = number | string | null | undefined

/** Waits up to here are watched second by second and are not spread. */
const SHORT_WAIT_MS = 2 * 60 * 1000
const LONGEST_SPREAD_MS = 60 * 1000

/** The body's `retry_after` goes before the header; what is past or unreadable means 60 s (D-67). */
export function planRetry(
  body: RetryAfterValue,
  header: string | null,
  now = Date.now(),
  random = Math.random,
): RetryPlan {
  return read(body, now, random) ?? read(header, now, random) ?? fallback(now)
}

function read(given: RetryAfterValue, now: number, random: () => number): RetryPlan | null {
  const seconds = secondsOf(given)
  if (seconds !== null) {
    return seconds > 0 ? plan('seconds', now, now + seconds * 1000, random) : null
  }
  const moment = typeof given === 'string' ? Date.parse(given) : Number.NaN
  return moment > now ? plan('date', now, moment, random) : null
}

function secondsOf(given: RetryAfterValue): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? given : null
  return typeof given === 'string' && /^\s*\d+\s*$/.test(given) ? Number(given) : null
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
    reloadAt: moment + spread(wait) * random(),
  }
}

/** Up to a tenth later, never earlier: all tabs coming back in one second would end the comeback. */
const spread = (wait: number) => (wait > SHORT_WAIT_MS ? Math.min(wait / 10, LONGEST_SPREAD_MS) : 0)

const fallback = (now: number) => plan('default', now, now + DEFAULT_RELOAD_SECONDS * 1000, () => 0)

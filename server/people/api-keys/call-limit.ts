import type { Context } from 'hono'
import { CALLS_PER_MINUTE } from '#contract/developers/api-keys.ts'
import { ThrottledError } from '../../platform/http/errors.ts'

const WINDOW_SECONDS = 60

/**
 * Calls per key in the current minute. In memory, because a count in the database would cost more
 * than most calls. Each server counts by itself.
 */
let calls = new Map<string, number>()
let currentMinute = 0

/**
 * Counts a call and sets the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @throws ThrottledError if the key has used up its calls of this minute.
 */
export function countCall(c: Context, keyId: string): void {
  const seconds = Date.now() / 1000
  const minute = Math.floor(seconds / WINDOW_SECONDS)
  if (minute !== currentMinute) {
    calls = new Map()
    currentMinute = minute
  }
  const count = (calls.get(keyId) ?? 0) + 1
  calls.set(keyId, count)
  const reset = Math.ceil((minute + 1) * WINDOW_SECONDS - seconds)
  c.header('RateLimit-Policy', `"calls";q=${CALLS_PER_MINUTE};w=${WINDOW_SECONDS}`)
  c.header('RateLimit', `"calls";r=${Math.max(0, CALLS_PER_MINUTE - count)};t=${reset}`)
  if (count > CALLS_PER_MINUTE) throw new ThrottledError(reset)
}

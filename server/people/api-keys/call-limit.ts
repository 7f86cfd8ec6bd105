import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { CALLS_PER_MINUTE } from '#contract/developers/api-keys.ts'
import { ThrottledError } from '../../platform/http/errors.ts'

const WINDOW_SECONDS = 60

/**
 * Counts a call in the current minute, in memory: a count in the database would cost more than most
 * calls. The processes of a server count together, and each server by itself. Sets the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @throws ThrottledError if the key has used up its calls of this minute.
 */
export async function countCall(
  c: Pick<Context<AppEnv>, 'header' | 'var'>,
  keyId: string,
): Promise<void> {
  const seconds = Date.now() / 1000
  const end = (Math.floor(seconds / WINDOW_SECONDS) + 1) * WINDOW_SECONDS
  const { count } = await c.var.deps.siblings.countInWindow(`calls ${keyId}`, end * 1000)
  const reset = Math.ceil(end - seconds)
  c.header('RateLimit-Policy', `"calls";q=${CALLS_PER_MINUTE};w=${WINDOW_SECONDS}`)
  c.header('RateLimit', `"calls";r=${Math.max(0, CALLS_PER_MINUTE - count)};t=${reset}`)
  if (count > CALLS_PER_MINUTE) throw new ThrottledError(reset)
}

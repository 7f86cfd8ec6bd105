import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../env.ts'
import {
  type LimitKey,
  resetAttempts,
  undoAttempt,
  countAttempt,
  countBeyondLimit,
} from '../../platform/http/throttle.ts'
import type { Place } from './sign-in-place.ts'

const STEP_MS = 200
const MAX_DELAY_MS = 4000

/** Delays for unknown browsers. Tests replace `take` to read the length of a delay. */
export const delays = { take: (ms: number) => sleep(ms) }

/**
 * Permits one password attempt or throws a ThrottledError, in the same way for an email without an
 * account. Attempts from many addresses slow the account down for unknown browsers but never lock
 * it. A browser that the owner has used before is not affected. Returns a function to call when the
 * password was correct.
 */
export async function permitAttempt(deps: Deps, email: string, { client, device }: Place) {
  if (device !== undefined) {
    const own = { limit: 'signInByDevice', of: device } as const
    await countAttempt(deps, own)
    return () => resetAttempts(deps, own)
  }
  const address = { limit: 'signInByAddress', of: client } as const
  const [addressLimit, accountLimit] = unknownBrowserLimits(email, client)
  await countAttempt(deps, addressLimit, address)
  await delays.take(delayMs(await countBeyondLimit(deps, accountLimit)))
  return async () => {
    await Promise.all([resetAttempts(deps, addressLimit, accountLimit), undoAttempt(deps, address)])
  }
}

/** Limits for the attempts on this email by browsers not known to belong to its owner. */
export const unknownBrowserLimits = (email: string, client: string) =>
  [
    { limit: 'signInFromAddress', of: `${email} ${client}` },
    { limit: 'signInByAccount', of: email },
  ] as const satisfies LimitKey[]

/**
 * Returns the delay in milliseconds. The request waits without holding a database connection or
 * computing a hash.
 */
const delayMs = (excess: number) => Math.min(MAX_DELAY_MS, excess * STEP_MS)

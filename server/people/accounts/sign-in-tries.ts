import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../env.ts'
import { type Counted, forgive, giveBack, take, takeBeyond } from '../../platform/http/throttle.ts'
import type { Place } from './sign-in-place.ts'

const STEP_MS = 200
const SLOWEST_MS = 4000

/** Delays for unknown browsers. Tests replace `take` to read the length of a delay. */
export const pauses = { take: (ms: number) => sleep(ms) }

/**
 * Permits one password attempt or throws a ThrottledError, in the same way for an email without an
 * account. Attempts from many addresses slow the account down for unknown browsers but never lock
 * it. A browser that the owner has used before is not affected. Returns a function to call when the
 * password was correct.
 */
export async function admit(deps: Deps, email: string, { client, device }: Place) {
  if (device !== undefined) {
    const own = { limit: 'signInByDevice', of: device } as const
    await take(deps, own)
    return () => forgive(deps, own)
  }
  const address = { limit: 'signInByAddress', of: client } as const
  const [here, account] = strangers(email, client)
  await take(deps, here, address)
  await pauses.take(slowness(await takeBeyond(deps, account)))
  return async () => {
    await Promise.all([forgive(deps, here, account), giveBack(deps, address)])
  }
}

/** Limits for the attempts on this email by browsers not known to belong to its owner. */
export const strangers = (email: string, client: string) =>
  [
    { limit: 'signInFromAddress', of: `${email} ${client}` },
    { limit: 'signInByAccount', of: email },
  ] as const satisfies Counted[]

/**
 * Returns the delay in milliseconds. The request waits without holding a database connection or
 * computing a hash.
 */
const slowness = (beyond: number) => Math.min(SLOWEST_MS, beyond * STEP_MS)

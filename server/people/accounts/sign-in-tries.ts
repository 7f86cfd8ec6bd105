import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../env.ts'
import { type Counted, forgive, giveBack, take, takeBeyond } from '../../platform/http/throttle.ts'
import type { Place } from './sign-in-place.ts'

const STEP_MS = 200
const SLOWEST_MS = 4000

/** How strangers are made to wait; a test looks at how long instead. */
export const pauses = { take: (ms: number) => sleep(ms) }

/**
 * Lets one try of a password through, or throws, the same for an email that nobody has. Strangers who
 * try from many addresses make the account slow for strangers, but close it to nobody; a browser of
 * its owner goes on as if they were not there. Answers what to call when the password was right.
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

/** What counts the tries of this email by browsers that are not known to be its owner's. */
export const strangers = (email: string, client: string) =>
  [
    { limit: 'signInFromAddress', of: `${email} ${client}` },
    { limit: 'signInByAccount', of: email },
  ] as const satisfies Counted[]

/** Nothing is held meanwhile: neither a connection of the database nor a hash under way. */
const slowness = (beyond: number) => Math.min(SLOWEST_MS, beyond * STEP_MS)

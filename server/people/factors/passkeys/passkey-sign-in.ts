import { PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Deps } from '../../../env.ts'
import { countAttempt, undoAttempt } from '../../../platform/http/throttle.ts'
import { completeSignIn, emailOf, type SignedIn } from '../../accounts/accounts.ts'
import type { Place } from '../../accounts/sign-in-place.ts'
import { readAnswer } from './answers.ts'
import { refusal, startUsing } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.ts'
import { verifyPasskey } from './passkeys.ts'

/**
 * Returns the use of a challenge for a sign-in. It has no owner for users, and `staff` at the
 * console.
 */
export const signInUse = (browser: string, owner: '' | 'staff' = ''): ChallengeUse => ({
  purpose: 'sign-in',
  owner,
  browser,
})

/** Returns the options for a sign-in with any passkey that the device has for this host. */
export async function startPasskeySignIn(deps: Deps, { client, browser }: Place, owner?: 'staff') {
  if (browser === undefined) throw refusal()
  await countAttempt(deps, { limit: 'passkeyChallengesByAddress', of: client })
  return startUsing(deps, signInUse(browser, owner))
}

/**
 * Completes a sign-in with a passkey, which counts as password and code.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export async function signInWithPasskey(
  deps: Deps,
  answer: string,
  { client, browser }: Place,
): Promise<SignedIn & { email: string }> {
  const limit = { limit: 'passkeysByAddress', of: client } as const
  await countAttempt(deps, limit)
  if (browser === undefined) throw refusal()
  const read = readAnswer(PasskeyAnswer, answer)
  const userId = await verifyPasskey(deps, signInUse(browser), read)
  const email = await emailOf(deps.db, userId)
  if (email === undefined) throw refusal()
  await undoAttempt(deps, limit)
  return { ...(await completeSignIn(deps.db, userId, browser)), email }
}

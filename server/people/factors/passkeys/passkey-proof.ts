import type { PasskeyAnswer, PasskeyProof } from '#contract/people/passkeys.ts'
import type { Deps, SignedInUser } from '../../../env.ts'
import { passkeys } from '../../../platform/db/schema.ts'
import { countAttempt, resetAttempts } from '../../../platform/http/throttle.ts'
import { storeProof } from '../proof.ts'
import { ownCodeLimits } from '../use-code.ts'
import { startUsing } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.ts'
import { issueProof } from './instead-of-password.ts'
import { ownPasskeys, verifyPasskey } from './passkeys.ts'

type SessionUser = Pick<SignedInUser, 'id' | 'sessionId'>

const proofUse = ({ id, sessionId }: SessionUser): ChallengeUse => ({
  purpose: 'proof',
  owner: id,
  browser: sessionId,
})

/** Returns the options for a signature that confirms actions of this session. */
export async function startProof(deps: Deps, user: SignedInUser) {
  const known = await deps.db.select().from(passkeys).where(ownPasskeys(user.id))
  return startUsing(deps, proofUse(user), known)
}

/**
 * Confirms the actions of this session, and returns a value that replaces the password meanwhile. A
 * stolen session token is not enough for these actions, because it does not contain that value.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export async function proveByPasskey(
  deps: Deps,
  user: SignedInUser,
  answer: PasskeyAnswer,
): Promise<PasskeyProof> {
  const limits = ownCodeLimits(user)
  for (const limit of limits) await countAttempt(deps, limit)
  await verifyPasskey(deps, proofUse(user), answer)
  await resetAttempts(deps, ...limits)
  const { until } = await storeProof(deps.db, user)
  return { until, instead_of_password: await issueProof(deps.db, user) }
}

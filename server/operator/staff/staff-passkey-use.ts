import { and, eq } from 'drizzle-orm'
import { PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Deps } from '../../env.ts'
import type { Place } from '../../people/accounts/sign-in-place.ts'
import { readAnswer } from '../../people/factors/passkeys/answers.ts'
import { refusal, startUsing } from '../../people/factors/passkeys/ceremonies.ts'
import { signInUse } from '../../people/factors/passkeys/passkey-sign-in.ts'
import type { ChallengeUse } from '../../people/factors/passkeys/challenges.ts'
import { checkStoredPasskey } from '../../people/factors/passkeys/stored-passkey.ts'
import { staffPasskeys } from '../../platform/db/schema.ts'
import { countAttempt, resetAttempts, undoAttempt } from '../../platform/http/throttle.ts'
import { listStaffPasskeys, ownStaffPasskeys, type MemberSession } from './staff-passkeys.ts'
import { openStaffSession, proveStaffSession } from './staff-sessions.ts'

/**
 * Signs a member in with a passkey, which counts as password and code, and returns the token of the
 * new session.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export async function signInStaffByPasskey(
  deps: Deps,
  typed: string,
  { client, browser }: Place,
): Promise<string> {
  const limit = { limit: 'passkeysByAddress', of: client } as const
  await countAttempt(deps, limit)
  if (browser === undefined) throw refusal()
  const answer = readAnswer(PasskeyAnswer, typed)
  const staffId = await verifyStaffPasskey(deps, signInUse(browser, 'staff'), answer)
  await undoAttempt(deps, limit)
  return openStaffSession(deps.db, staffId)
}

const proofUse = ({ sessionId, member }: MemberSession): ChallengeUse => ({
  purpose: 'proof',
  owner: `staff ${member.id}`,
  browser: sessionId,
})

/** Returns the options for a signature that confirms decisions of this session. */
export async function startStaffProof(deps: Deps, session: MemberSession) {
  const known = await listStaffPasskeys(deps.db, session.member.id)
  return startUsing(deps, proofUse(session), known)
}

/**
 * Confirms the decisions of this session with a passkey of its member.
 *
 * @throws FieldError for a wrong answer; ThrottledError after too many of them.
 */
export async function proveStaffByPasskey(
  deps: Deps,
  session: MemberSession,
  typed: string,
): Promise<void> {
  const limit = { limit: 'codesByAccount', of: `staff ${session.member.id}` } as const
  await countAttempt(deps, limit)
  await verifyStaffPasskey(
    deps,
    proofUse(session),
    readAnswer(PasskeyAnswer, typed),
    session.member.id,
  )
  await resetAttempts(deps, limit)
  await proveStaffSession(deps.db, session.sessionId)
}

/**
 * Checks the signature of a passkey and returns the id of its member. With `staffId`, only passkeys
 * of this member are accepted.
 *
 * @throws FieldError
 */
async function verifyStaffPasskey(
  deps: Deps,
  use: ChallengeUse,
  answer: PasskeyAnswer,
  staffId?: string,
): Promise<string> {
  const ofDevice = eq(staffPasskeys.credentialId, answer.id)
  const [row] = await deps.db
    .select()
    .from(staffPasskeys)
    .where(and(ofDevice, staffId === undefined ? undefined : ownStaffPasskeys(staffId)))
  return checkStoredPasskey(
    deps,
    use,
    answer,
    row && {
      table: staffPasskeys,
      row,
      ownerId: row.staffId,
      reportCopy: () =>
        deps.db.transaction((tx) =>
          deps.jobs.add(tx, 'staff-passkey-mail', {
            staffId: row.staffId,
            name: row.name,
            about: 'copied',
          }),
        ),
    },
  )
}

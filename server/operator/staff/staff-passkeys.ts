import { APP_NAME } from '#contract/app-constants.ts'
import { PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Deps } from '../../env.ts'
import type { Place } from '../../people/accounts/sign-in-place.ts'
import { readAnswer } from '../../people/factors/passkeys/answers.ts'
import { refusal } from '../../people/factors/passkeys/ceremonies.ts'
import { signInUse } from '../../people/factors/passkeys/passkey-sign-in.ts'
import {
  listWorkPasskeys,
  ownPasskeys,
  requireWorkProof,
  verifyWorkPasskey,
  type OwnPasskeys,
  type WorkPasskey,
  type WorkPasskeys,
} from '../../people/factors/passkeys/work-passkeys.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { staffPasskeys } from '../../platform/db/schema.ts'
import { countAttempt, undoAttempt } from '../../platform/http/throttle.ts'
import { perform } from '../actions/perform.ts'
import { openStaffSession, proveStaffSession } from './staff-sessions.ts'
import type { StaffRow } from './staff.ts'

/** Member of the staff in one session. */
export type MemberSession = { sessionId: string; member: StaffRow }

const STAFF: WorkPasskeys = {
  table: staffPasskeys,
  challengeOwner: (staffId) => `staff ${staffId}`,
  notify: ({ jobs }, tx, { ownerId: staffId, name, about }) =>
    jobs.add(tx, 'staff-passkey-mail', { staffId, name, about }),
}

const ownerOf = ({ sessionId, member }: MemberSession) => ({ ownerId: member.id, sessionId })

/** Returns the passkeys of a member, newest first. */
export const listStaffPasskeys = (db: DbOrTx, staffId: string): Promise<WorkPasskey[]> =>
  listWorkPasskeys(STAFF, db, staffId)

/** Returns whether a member may have passkeys: not if they sign in only with the provider. */
export const mayHavePasskeys = ({ sealedSecret }: StaffRow): boolean => sealedSecret !== null

/** Returns the passkeys of the member of this session. Changes are in the audit log. */
export const passkeysOfMember = (
  deps: Deps,
  session: MemberSession & { isProven: boolean },
): OwnPasskeys => {
  const { member, isProven } = session
  return ownPasskeys(STAFF, deps, {
    owner: ownerOf(session),
    // The name differs from the one of the same person's account in the app.
    deviceName: `${member.email} (${APP_NAME} console)`,
    isAllowed: mayHavePasskeys(member),
    canAdd: isProven,
    async transact(about, passkey, work) {
      const action = about === 'added' ? 'staff.add-passkey' : 'staff.remove-passkey'
      const by = { staffId: member.id, who: member.name }
      const subject = `staff ${member.email}`
      await perform(deps.db, by, { action, subject, why: '', facts: { passkey } }, work)
      return []
    },
  })
}

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
  const staffId = await verifyWorkPasskey(STAFF, deps, signInUse(browser, 'staff'), answer)
  await undoAttempt(deps, limit)
  return openStaffSession(deps.db, staffId)
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
  const limits = [{ limit: 'codesByAccount', of: `staff ${session.member.id}` }] as const
  await requireWorkProof(STAFF, deps, ownerOf(session), { typed, limits })
  await proveStaffSession(deps.db, session.sessionId)
}

import { and, desc, eq } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { MAX_PASSKEYS, NewPasskeyAnswer, PasskeyName } from '#contract/people/passkeys.ts'
import type { Deps } from '../../env.ts'
import { readAnswer } from '../../people/factors/passkeys/answers.ts'
import { finishAdding, startAdding } from '../../people/factors/passkeys/ceremonies.ts'
import type { ChallengeUse } from '../../people/factors/passkeys/challenges.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { staffPasskeys } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { perform } from '../actions/perform.ts'
import type { StaffRow } from './staff.ts'

/** Member of the staff in one session. */
export type MemberSession = { sessionId: string; member: StaffRow }

export type StaffPasskey = typeof staffPasskeys.$inferSelect

/** Selects the passkeys of one member. Every query of a signed-in member uses it. */
export const ownStaffPasskeys = (staffId: string) => eq(staffPasskeys.staffId, staffId)

const ownPasskey = (staffId: string, id: string) => {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return and(ownStaffPasskeys(staffId), eq(staffPasskeys.id, id))
}

/** Returns the passkeys of a member, newest first. */
export const listStaffPasskeys = (db: DbOrTx, staffId: string): Promise<StaffPasskey[]> =>
  db
    .select()
    .from(staffPasskeys)
    .where(ownStaffPasskeys(staffId))
    .orderBy(desc(staffPasskeys.createdAt), desc(staffPasskeys.id))

/** Returns whether a member may have passkeys: not if they sign in only with the provider. */
export const mayHavePasskeys = ({ sealedSecret }: StaffRow): boolean => sealedSecret !== null

const additionUse = ({ sessionId, member }: MemberSession): ChallengeUse => ({
  purpose: 'add',
  owner: `staff ${member.id}`,
  browser: sessionId,
})

/** Returns the options for a new passkey. The caller has checked a code or passkey. */
export async function startStaffPasskey(deps: Deps, session: MemberSession) {
  const { id, email } = session.member
  const known = await listStaffPasskeys(deps.db, id)
  if (known.length >= MAX_PASSKEYS) throw new HTTPException(409)
  // Devices show this name. It differs from the one of the same person's account in the app.
  const name = `${email} (${APP_NAME} console)`
  return startAdding(deps, additionUse(session), { id, name, known })
}

/**
 * Adds a passkey and records it in the audit log.
 *
 * @throws FieldError
 */
export async function addStaffPasskey(
  deps: Deps,
  session: MemberSession,
  typed: Record<'name' | 'passkey', string>,
): Promise<void> {
  const name = readName(typed.name)
  const answer = readAnswer(NewPasskeyAnswer, typed.passkey)
  const credential = await finishAdding(deps, additionUse(session), answer)
  const { id: staffId } = session.member
  try {
    await perform(deps.db, ...recordOf(session, 'staff.add-passkey', name), async (tx) => {
      await tx.insert(staffPasskeys).values({ staffId, name, ...credential })
      await deps.jobs.add(tx, 'staff-passkey-mail', { staffId, name, about: 'added' })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'staff_passkeys_credential')) throw error
    throw new FieldError('non_field_errors', 'This passkey has already been added.')
  }
}

export async function renameStaffPasskey(
  { db }: Pick<Deps, 'db'>,
  { member }: MemberSession,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const [row] = await db
    .update(staffPasskeys)
    .set({ name: readName(name) })
    .where(ownPasskey(member.id, id))
    .returning()
  if (!row) throw new HTTPException(404)
}

/** Removes a passkey and records it in the audit log. The caller has checked a code or passkey. */
export async function removeStaffPasskey(
  deps: Deps,
  session: MemberSession,
  id: string,
): Promise<void> {
  const { id: staffId } = session.member
  const own = ownPasskey(staffId, id)
  const [found] = await deps.db.select().from(staffPasskeys).where(own)
  if (!found) throw new HTTPException(404)
  const { name } = found
  await perform(deps.db, ...recordOf(session, 'staff.remove-passkey', name), async (tx) => {
    const removed = await tx.delete(staffPasskeys).where(own).returning()
    if (removed.length === 0) throw new HTTPException(404)
    await deps.jobs.add(tx, 'staff-passkey-mail', { staffId, name, about: 'removed' })
  })
}

/** Returns the actor and the facts of an entry in the audit log about the own passkeys. */
const recordOf = (
  { member }: MemberSession,
  action: 'staff.add-passkey' | 'staff.remove-passkey',
  passkey: string,
) =>
  [
    { staffId: member.id, who: member.name },
    { action, subject: `staff ${member.email}`, why: '', facts: { passkey } },
  ] as const

function readName(typed: string): string {
  const read = v.safeParse(PasskeyName, { name: typed })
  if (!read.success) throw new FieldError('name', read.issues[0].message)
  return read.output.name
}

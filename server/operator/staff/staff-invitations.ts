import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import { hashPassword, passwordProblem } from '../../people/accounts/passwords.ts'
import { isTotpSecret, stepOfCode } from '../../people/factors/totp.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { staff, staffInvitations, staffPasskeys } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { endStaffSessions, type StaffRow } from './staff.ts'
import { renewStaffCodes, sealSecret } from './staff-codes.ts'
import { openStaffSession } from './staff-sessions.ts'

export const INVITATION_DAYS = 7
const MAX_NAME = 80

/**
 * Creates a link with which a member sets their name, password and authenticator app. Earlier links
 * of this member end.
 */
export async function inviteStaff(db: DbOrTx, appOrigin: string, staffId: string): Promise<string> {
  const key = newSecret()
  const expiresAt = sql`now() + make_interval(days => ${INVITATION_DAYS})`
  await db.delete(staffInvitations).where(eq(staffInvitations.staffId, staffId))
  await db.insert(staffInvitations).values({ keyHash: hashSecret(key), staffId, expiresAt })
  return new URL(`/console/invitation/${key}`, appOrigin).href
}

const isValid = (key: string) =>
  and(eq(staffInvitations.keyHash, hashSecret(key)), gt(staffInvitations.expiresAt, sql`now()`))

/** Returns the invited member, or undefined if the link is used, replaced, expired or unknown. */
export async function invitedStaff(db: Db, key: string): Promise<StaffRow | undefined> {
  const [row] = await db
    .select(getTableColumns(staff))
    .from(staffInvitations)
    .innerJoin(staff, eq(staff.id, staffInvitations.staffId))
    .where(isValid(key))
  return row
}

/** Text for a key of the authenticator app that the form did not show in this form. */
const OTHER_KEY =
  'The key of the app is not valid. Add the new one to the app, then enter the code that it shows.'

export type Acceptance = Record<'name' | 'password' | 'secret' | 'code', string>

/**
 * Accepts an invitation: stores name, password and authenticator app, removes
 * passkeys, ends earlier sessions and signs in. Returns undefined if the link is no longer valid.
 *
 * @throws FieldError if a field is wrong. The invitation stays valid then.
 */
export async function acceptInvitation(
  { db, secrets }: Deps,
  key: string,
  { name, password, secret, code }: Acceptance,
): Promise<{ token: string; recoveryCodes: string[] } | undefined> {
  const member = await invitedStaff(db, key)
  if (!member) return undefined
  if (name === '' || name.length > MAX_NAME)
    throw new FieldError('name', `Enter your name, at most ${MAX_NAME} characters.`)
  const problem = passwordProblem(password, member.email)
  if (problem !== undefined) throw new FieldError('password', problem)
  if (!isTotpSecret(secret)) throw new FieldError('code', OTHER_KEY)
  const lastStep = stepOfCode(secret, code.replaceAll(' ', ''))
  if (lastStep === undefined)
    throw new FieldError('code', 'This code is wrong. Enter the code that the app shows now.')
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    // One statement uses up the link, so only one of two simultaneous calls succeeds.
    const [used] = await tx.delete(staffInvitations).where(isValid(key)).returning()
    if (!used) return undefined
    const sealedSecret = sealSecret(secrets, member.id, secret)
    await tx
      .update(staff)
      .set({ name, passwordHash, sealedSecret, lastStep })
      .where(eq(staff.id, member.id))
    await tx.delete(staffPasskeys).where(eq(staffPasskeys.ownerId, member.id))
    await endStaffSessions(tx, member.id)
    const recoveryCodes = await renewStaffCodes(tx, secrets, member.id)
    return { token: await openStaffSession(tx, member.id), recoveryCodes }
  })
}

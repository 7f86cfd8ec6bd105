import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { PROOF_MINUTES } from '#contract/people/factors.ts'
import { CONSOLE_COOKIE_HOURS } from '#contract/people/session-cookies.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import { isPassword } from '../../people/accounts/passwords.ts'
import { permitAttempt } from '../../people/accounts/sign-in-tries.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { staff, staffSessions } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { staffByEmail, type StaffRow } from './staff.ts'
import { requireStaffCode } from './staff-codes.ts'

export type StaffSession = { id: string; member: StaffRow; isProven: boolean }

/** Starts a session and returns the token for its cookie. */
export async function openStaffSession(
  db: DbOrTx,
  staffId: string,
  { isProven = true } = {},
): Promise<string> {
  const token = newSecret()
  const expiresAt = sql`now() + make_interval(hours => ${CONSOLE_COOKIE_HOURS})`
  const session = { staffId, tokenHash: hashSecret(token), expiresAt }
  // A sign-in without a code confirms nothing.
  await db.insert(staffSessions).values({ ...session, ...(!isProven && { provenAt: new Date(0) }) })
  return token
}

/**
 * Signs a member in and returns the token of the new session. The code is checked after the
 * password, so it cannot be used up without it.
 *
 * @throws FieldError for a wrong email, password or code; ThrottledError after too many attempts.
 */
export async function signInStaff(
  deps: Deps,
  typed: Record<'email' | 'password' | 'code', string>,
  client: string,
): Promise<string> {
  const email = typed.email.toLowerCase()
  const succeeded = await permitAttempt(deps, `staff ${email}`, { client, browser: undefined })
  const member = await staffByEmail(deps.db, email)
  if (!(await isPassword(member?.passwordHash ?? undefined, typed.password)) || !member)
    throw new FieldError('email', 'Email or password is wrong. Check both and try again.')
  await requireStaffCode(deps, member.id, typed.code)
  await succeeded()
  return openStaffSession(deps.db, member.id)
}

/** Finds a valid session with the member and their current role, or undefined. */
export async function findStaffSession(db: Db, token: string): Promise<StaffSession | undefined> {
  const [row] = await db
    .select({
      id: staffSessions.id,
      member: getTableColumns(staff),
      isProven: sql<boolean>`${staffSessions.provenAt} > now() - make_interval(mins => ${PROOF_MINUTES})`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(eq(staffSessions.tokenHash, hashSecret(token)), gt(staffSessions.expiresAt, sql`now()`)),
    )
  return row
}

/** Stores that the member has just entered a right code in this session. */
export const proveStaffSession = (db: Db, id: string) =>
  db
    .update(staffSessions)
    .set({ provenAt: sql`now()` })
    .where(eq(staffSessions.id, id))

export const endStaffSession = (db: Db, id: string) =>
  db.delete(staffSessions).where(eq(staffSessions.id, id))

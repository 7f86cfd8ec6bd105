import { eq, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { recordAcceptance } from '../terms/terms.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { hasFactor } from '../factors/proof.ts'
import { beginOnboarding } from '../onboarding/begin-onboarding.ts'
import { checkLimit, resetAttempts, countAttempt } from '../../platform/http/throttle.ts'
import { findDeletionRequest, cancelDeletion } from './leavers.ts'
import type { Place } from './sign-in-place.ts'
import { permitAttempt, unknownBrowserLimits } from './sign-in-tries.ts'
import { closeConfirmation, queueFirstConfirmation } from './email-keys.ts'
import { issueKey, peekKey, useKey, closeKeys } from './one-time-keys.ts'
import { hashPassword, isPassword, passwordProblem } from './passwords.ts'
import { revokeEverySession } from './sessions.ts'
import { recordReferral } from './referral-attribution.ts'

export type Credentials = { email: string; password: string }

/**
 * Result of a complete sign-in: a one-time token. If the user has requested the deletion of the
 * account, a key that can only cancel the deletion.
 */
export type SignedIn = { authToken: string } | { keepKey: string; deletionAt: Date }

/** Result of the right password. `factorKey` completes the sign-in together with a code. */
type SignInResult = SignedIn | { factorKey: string }

/**
 * Returns a one-time token if the password is correct, and undefined if it is wrong or the account
 * is unknown. A user with a second factor gets a key for the next step instead.
 */
export async function signIn(
  deps: Deps,
  { email, password }: Credentials,
  place: Place,
): Promise<SignInResult | undefined> {
  requirePasswords(deps)
  const onSuccess = await permitAttempt(deps, email, place)
  const user = await findByEmail(deps.db, email)
  if (!(await isPassword(user?.passwordHash ?? undefined, password)) || !user) return undefined
  await onSuccess()
  if (await hasFactor(deps.db, user.id))
    return { factorKey: await issueKey(deps.db, 'second-factor', user.id, place.browser) }
  return completeSignIn(deps.db, user.id, place.browser)
}

/**
 * Returns a one-time token for a user who has proven who they are. A user who has requested the
 * deletion of the account gets a key to cancel it instead.
 */
export async function completeSignIn(
  db: DbOrTx,
  userId: string,
  browser: string | undefined,
): Promise<SignedIn> {
  const deletionRequest = await findDeletionRequest(db, userId)
  if (!deletionRequest) return { authToken: await issueKey(db, 'sign-in', userId, browser) }
  const keepKey = await issueKey(db, 'keep-account', userId, browser)
  return { keepKey, deletionAt: deletionRequest.deletionAt }
}

/** Creates an account with a password and returns a one-time token for it. */
export async function signUp(deps: Deps, { email, password }: Credentials, place: Place) {
  requirePasswords(deps)
  refuseWeakPassword(password, email)
  const newUser = { email, passwordHash: await hashPassword(password), isConfirmed: false }
  const { id } = await createUser(deps, newUser, place)
  return issueKey(deps.db, 'sign-in', id, place.browser)
}

type NewUser = { email: string; passwordHash: string | null; isConfirmed: boolean }

/**
 * Creates a user. `onCreated` runs in the same transaction.
 *
 * @throws FieldError if the email has an account.
 */
export async function createUser(
  deps: Deps,
  { email, passwordHash, isConfirmed }: NewUser,
  { client, referrer }: Place,
  onCreated: (tx: Tx, userId: string) => Promise<void> = async () => {},
): Promise<{ id: string }> {
  await checkLimit(deps, { limit: 'takenByAddress', of: client })
  await countAttempt(deps, { limit: 'signUpByAddress', of: client })
  const user = await deps.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ email, passwordHash, ...(isConfirmed && { emailConfirmedAt: new Date() }) })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!created) return undefined
    if (referrer) await recordReferral(tx, deps, referrer, { id: created.id, email })
    await beginOnboarding(tx, created.id)
    await recordAcceptance(tx, deps, created.id)
    if (!isConfirmed) await queueFirstConfirmation(deps, tx, { id: created.id, email })
    await onCreated(tx, created.id)
    return created
  })
  if (user) return user
  await countAttempt(deps, { limit: 'takenByAddress', of: client })
  throw new FieldError('email', 'An account with this email already exists.')
}

/** Throws if users of this server sign in without passwords. */
export function requirePasswords({ config }: Pick<Deps, 'config'>): void {
  const { name, replacesPasswords } = config.oidc ?? {}
  if (replacesPasswords)
    throw new FieldError('non_field_errors', `This site has no passwords. Sign in with ${name}.`)
}

/**
 * Requests a set-password link. A job looks the account up and sends the mail, so the duration and
 * the stored data do not reveal whether the address has an account.
 */
export async function requestPasswordLink(deps: Deps, email: string, client: string) {
  requirePasswords(deps)
  await countAttempt(
    deps,
    { limit: 'mailByAccount', of: email },
    { limit: 'mailByAddress', of: client },
  )
  await deps.jobs.add(deps.db, 'password-mail', { email })
}

/** Returns the email address of a user; undefined if the account no longer exists. */
export async function emailOf(db: DbOrTx, userId: string): Promise<string | undefined> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email
}

/**
 * Returns the email of the account whose password this key can set. Returns undefined if the key is
 * wrong, used or older than an hour.
 */
export async function emailOfKey(deps: Deps, key: string): Promise<string | undefined> {
  const userId = await peekKey(deps.db, 'set-password', key)
  return userId ? emailOf(deps.db, userId) : undefined
}

/**
 * Sets the password, once per key, and ends all sessions and pending email changes of the account.
 * Returns the email of the account, or undefined if the key is not valid.
 */
export async function setPassword(deps: Deps, key: string, password: string, client: string) {
  const email = await emailOfKey(deps, key)
  if (!email) return undefined
  requirePasswords(deps)
  refuseWeakPassword(password, email)
  const passwordHash = await hashPassword(password)
  const done = await deps.db.transaction(async (tx) => {
    const userId = await useKey(tx, 'set-password', key)
    if (!userId) return false
    await tx
      .update(users)
      // The key was sent by mail, so its use confirms the address.
      .set({ passwordHash, emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())` })
      .where(eq(users.id, userId))
    await revokeEverySession(tx, userId)
    // The pending change was started with the old password, perhaps by an attacker.
    await closeConfirmation(tx, userId, 'next')
    await closeKeys(tx, userId)
    return true
  })
  if (!done) return undefined
  await resetAttempts(deps, ...unknownBrowserLimits(email, client))
  return email
}

/**
 * Cancels a deletion and returns a one-time token. Returns undefined if the key has expired,
 * belongs to another browser, or the deletion has begun.
 */
export async function keepAccount(
  { db }: Pick<Deps, 'db'>,
  key: string,
  browser: string | undefined,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const userId = await useKey(tx, 'keep-account', key, browser)
    if (!userId || !(await cancelDeletion(tx, userId))) return undefined
    await notifyPageChanged(tx, userId)
    return issueKey(tx, 'sign-in', userId, browser)
  })
}

export async function findByEmail(db: Db, email: string) {
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  return user
}

function refuseWeakPassword(password: string, email: string) {
  const problem = passwordProblem(password, email)
  if (problem) throw new FieldError('password', problem)
}

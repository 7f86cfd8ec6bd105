import { eq } from 'drizzle-orm'
import { users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { undoAttempt, countAttempt } from '../../platform/http/throttle.ts'
import { isPasskeyProof } from '../factors/passkeys/instead-of-password.ts'
import { requireProof } from '../factors/proof.ts'
import { isPassword } from './passwords.ts'

/**
 * Checks the password of a signed-in user, no matter how recent the sign-in is. A borrowed device
 * or a stolen session must not be enough for these actions. A user with a second
 * factor must also have used it in this session in the last minutes. A confirmation by passkey or by
 * the OpenID Connect provider replaces the password. All such actions share the limits
 * for wrong passwords. The limit per session is lower than that of the account, so a stolen session
 * cannot lock out the owner.
 */
export async function requirePassword(
  deps: Deps,
  { id, sessionId }: SessionUser,
  password: string | undefined,
  { field = 'password', missing = 'Enter your password.' } = {},
): Promise<void> {
  await requireProof(deps, { id, sessionId })
  if (!password) throw new FieldError(field, missing)
  if (await isPasskeyProof(deps.db, { id, sessionId }, password)) return
  const [user] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  const { oidc } = deps.config
  if (oidc && (oidc.replacesPasswords || user?.passwordHash === null))
    throw new FieldError(field, `Confirm with ${oidc.name} or a passkey.`)
  const bySession = { limit: 'ownPasswordBySession', of: sessionId } as const
  const byAccount = { limit: 'ownPasswordByAccount', of: id } as const
  // In this order: an attempt that the session's limit rejects does not count for the account.
  await countAttempt(deps, bySession)
  await countAttempt(deps, byAccount)
  if (!(await isPassword(user?.passwordHash ?? undefined, password)))
    throw new FieldError(field, 'This password is wrong. Check it and try again.')
  await Promise.all([undoAttempt(deps, bySession), undoAttempt(deps, byAccount)])
}

/** User and session that make the request. */
export type SessionUser = Pick<SignedInUser, 'id' | 'sessionId'>

import { eq } from 'drizzle-orm'
import { users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { giveBack, take } from '../../platform/http/throttle.ts'
import { isPassword } from './passwords.ts'

/**
 * Wants the password of somebody who is signed in already, however lately: for what a borrowed device or
 * a session that was taken over must not be enough for. All doors that ask for it share one count of
 * wrong ones; each session has its own, so that whoever took one over uses up none but its tries.
 */
export async function requirePassword(
  deps: Deps,
  { id, sessionId }: Asker,
  password: string | undefined,
  { field = 'password', missing = 'Enter your password.' } = {},
): Promise<void> {
  if (!password) throw new FieldError(field, missing)
  const bySession = { limit: 'ownPasswordBySession', of: sessionId } as const
  const byAccount = { limit: 'ownPasswordByAccount', of: id } as const
  // One after the other: what its own count refuses must not use up the tries of all.
  await take(deps, bySession)
  await take(deps, byAccount)
  const [user] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id))
  if (!(await isPassword(user?.passwordHash, password)))
    throw new FieldError(field, 'This is not your password.')
  await Promise.all([giveBack(deps, bySession), giveBack(deps, byAccount)])
}

/** A person, and the session by which they ask. */
export type Asker = Pick<SignedInUser, 'id' | 'sessionId'>

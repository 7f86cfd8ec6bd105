import { eq } from 'drizzle-orm'
import { users } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../http/errors.ts'
import { giveBack, take } from '../http/throttle.ts'
import { isPassword } from './passwords.ts'

/**
 * Wants the password of somebody who is signed in already, however lately: for what a borrowed device or
 * a session that was taken over must not be enough for. All doors that ask for it share one count of
 * wrong ones.
 */
export async function requirePassword(
  deps: Deps,
  userId: string,
  password: string | undefined,
  { field = 'password', missing = 'Enter your password.' } = {},
): Promise<void> {
  if (!password) throw new FieldError(field, missing)
  const tries = { limit: 'ownPasswordByAccount', of: userId } as const
  await take(deps, tries)
  const [user] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  if (!(await isPassword(user?.passwordHash, password)))
    throw new FieldError(field, 'This is not your password.')
  await giveBack(deps, tries)
}

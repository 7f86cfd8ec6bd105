import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions, users } from '../db/schema.ts'
import type { Deps, SignedInUser } from '../env.ts'
import { FieldError } from '../http/errors.ts'
import { giveBack, take } from '../http/throttle.ts'
import { isPassword } from './passwords.ts'

/**
 * Wants the password of somebody who is signed in already: for what a borrowed device must not be enough
 * for. All doors that ask for it share one count of wrong ones.
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

/** Whoever signed in so lately has just shown that they know it. */
const RECENT_HOURS = 1

/** The same, unless this very session was begun with the password a moment ago. */
export async function requireRecentPassword(
  deps: Deps,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  password: string | undefined,
  said: { missing: string },
): Promise<void> {
  const [recent] = await deps.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.createdAt, sql`now() - make_interval(hours => ${RECENT_HOURS})`),
      ),
    )
  if (!recent) await requirePassword(deps, id, password, said)
}

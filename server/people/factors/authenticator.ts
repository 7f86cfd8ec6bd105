import { and, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import type { NewAuthenticator } from '#contract/people/factors.ts'
import type { Deps } from '../../env.ts'
import { authenticators } from '../../platform/db/schema.ts'
import { encryptToken } from '../../platform/secrets/token-cipher.ts'
import { stepOfSealed } from './sealed-secret.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** Context of the encryption. A secret copied into another user's row cannot be decrypted. */
const sealOf = (userId: string) => `authenticator ${userId}`

export const isConfirmed = isNotNull(authenticators.confirmedAt)

/** Stores a new secret that waits for its first code, and returns it. */
export async function startAuthenticator(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  user: { id: string; email: string },
): Promise<NewAuthenticator> {
  const secret = newTotpSecret()
  const sealedSecret = encryptToken(secrets.tokens, secret, sealOf(user.id))
  const values = { userId: user.id, sealedSecret }
  await db
    .insert(authenticators)
    .values(values)
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: { sealedSecret, lastStep: 0, createdAt: sql`now()` },
      setWhere: sql`${authenticators.confirmedAt} is null`,
    })
  return { secret, uri: totpUri(secret, user.email) }
}

/**
 * Uses a code of the authenticator app and returns whether it was right. The step is stored in the
 * same statement that compares it, so a code works once, also with several servers.
 */
export async function useAppCode(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: string,
  code: string,
  { only = isConfirmed }: { only?: SQL } = {},
): Promise<boolean> {
  const own = and(eq(authenticators.userId, userId), only)
  const [row] = await db.select().from(authenticators).where(own)
  if (!row) return false
  const step = stepOfSealed(secrets, { sealed: row.sealedSecret, context: sealOf(userId) }, code)
  if (step === undefined) return false
  const used = await db
    .update(authenticators)
    .set({
      lastStep: step,
      lastUsedAt: sql`now()`,
      confirmedAt: sql`coalesce(${authenticators.confirmedAt}, now())`,
    })
    .where(
      and(
        own,
        eq(authenticators.sealedSecret, row.sealedSecret),
        lt(authenticators.lastStep, step),
      ),
    )
    .returning({ userId: authenticators.userId })
  return used.length > 0
}

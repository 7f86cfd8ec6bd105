import { and, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { APP_NAME } from '#contract/app-constants.ts'
import type { NewAuthenticator } from '#contract/factors.ts'
import type { Deps } from '../../env.ts'
import { authenticators } from '../../platform/db/schema.ts'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'

const STEP_SECONDS = 30
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1
const SECRET_BYTES = 20

/** Context of the encryption. A secret copied into another user's row cannot be decrypted. */
const sealOf = (userId: string) => `authenticator ${userId}`

export const isConfirmed = isNotNull(authenticators.confirmedAt)

const createTotp = (secret: Secret, label = '') =>
  new TOTP({
    issuer: APP_NAME,
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })

/** Stores a new secret that waits for its first code, and returns it. */
export async function startAuthenticator(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  user: { id: string; email: string },
): Promise<NewAuthenticator> {
  const secret = new Secret({ size: SECRET_BYTES })
  const sealedSecret = encryptToken(secrets.tokens, secret.base32, sealOf(user.id))
  const values = { userId: user.id, sealedSecret }
  await db
    .insert(authenticators)
    .values(values)
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: { sealedSecret, lastStep: 0, createdAt: sql`now()` },
      setWhere: sql`${authenticators.confirmedAt} is null`,
    })
  return { secret: secret.base32, uri: createTotp(secret, user.email).toString() }
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
  const secret = row && decryptToken(secrets.tokens, row.sealedSecret, sealOf(userId))
  if (!secret) return false
  const now = Date.now()
  const totp = createTotp(Secret.fromBase32(secret))
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta
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

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { PROOF_MINUTES } from '#contract/people/factors.ts'
import { AUTH_TOKEN_SECONDS } from '#contract/limits.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { oneTimeKeys } from '../../platform/db/schema.ts'

type Purpose = typeof oneTimeKeys.$inferSelect.purpose

const SECONDS: Record<Purpose, number> = {
  'sign-in': AUTH_TOKEN_SECONDS,
  'set-password': 3600,
  'keep-account': 15 * 60,
  'second-factor': 10 * 60,
  'passkey-proof': PROOF_MINUTES * 60,
}

/**
 * Returns 256 random bits. The database stores only a hash, so a leaked copy contains no usable
 * key.
 */
export const newSecret = () => randomBytes(32).toString('base64url')

/**
 * Returns the hash of a secret. A fast hash is enough because the secret is long and random, not
 * chosen by a person.
 */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Creates a key and returns it. With a `browser`, it works only in that browser. */
export async function issueKey(db: DbOrTx, purpose: Purpose, userId: string, browser?: string) {
  const key = newSecret()
  const expiresAt = sql`now() + make_interval(secs => ${SECONDS[purpose]})`
  const browserHash = browser === undefined ? null : hashSecret(browser)
  const keyHash = hashSecret(key)
  await db.insert(oneTimeKeys).values({ keyHash, purpose, userId, browserHash, expiresAt })
  return key
}

/**
 * Uses a key and returns its user id. One statement checks and marks it, so only one of two
 * simultaneous calls succeeds. A call from another browser fails without using the key, so an
 * attacker who saw the key cannot block its owner.
 */
export async function useKey(db: DbOrTx, purpose: Purpose, key: string, browser?: string) {
  const [row] = await db
    .update(oneTimeKeys)
    .set({ usedAt: sql`now()` })
    .where(and(isUsable(purpose, key), isForBrowser(browser)))
    .returning({ userId: oneTimeKeys.userId })
  return row?.userId
}

/** Returns the user id of a key without using it. */
export async function peekKey(db: DbOrTx, purpose: Purpose, key: string, browser?: string) {
  const [row] = await db
    .select({ userId: oneTimeKeys.userId })
    .from(oneTimeKeys)
    .where(and(isUsable(purpose, key), isForBrowser(browser)))
  return row?.userId
}

const isForBrowser = (browser: string | undefined) =>
  browser === undefined
    ? isNull(oneTimeKeys.browserHash)
    : eq(oneTimeKeys.browserHash, hashSecret(browser))

const isUsable = (purpose: Purpose, key: string) =>
  and(
    eq(oneTimeKeys.keyHash, hashSecret(key)),
    eq(oneTimeKeys.purpose, purpose),
    isNull(oneTimeKeys.usedAt),
    gt(oneTimeKeys.expiresAt, sql`now()`),
  )

/** Closes all open keys of a user, for example those that somebody requested with the old password. */
export async function closeKeys(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(oneTimeKeys)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeKeys.userId, userId), isNull(oneTimeKeys.usedAt)))
}

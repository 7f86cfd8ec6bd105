import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { AUTH_TOKEN_SECONDS } from '#contract/limits.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { oneTimeKeys } from '../../platform/db/schema.ts'

type Purpose = typeof oneTimeKeys.$inferSelect.purpose

const SECONDS: Record<Purpose, number> = {
  'sign-in': AUTH_TOKEN_SECONDS,
  'set-password': 3600,
  'keep-account': 15 * 60,
}

/** 256 random bits; the database keeps only their hash, so a copy of it opens no door. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** A fast hash is enough here: what it hides is random and long, not something a person chose. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** With a `browser` it opens only in that one. */
export async function issueKey(db: DbOrTx, purpose: Purpose, userId: string, browser?: string) {
  const key = newSecret()
  const expiresAt = sql`now() + make_interval(secs => ${SECONDS[purpose]})`
  const browserHash = browser === undefined ? null : hashSecret(browser)
  const keyHash = hashSecret(key)
  await db.insert(oneTimeKeys).values({ keyHash, purpose, userId, browserHash, expiresAt })
  return key
}

/**
 * Whose key this is, used up in the same statement: of two at once only one gets an answer. Another
 * browser gets none and uses nothing up, or whoever saw the key could keep its owner from signing in.
 */
export async function useKey(db: DbOrTx, purpose: Purpose, key: string, browser?: string) {
  const [row] = await db
    .update(oneTimeKeys)
    .set({ usedAt: sql`now()` })
    .where(and(usable(purpose, key), isFor(browser)))
    .returning({ userId: oneTimeKeys.userId })
  return row?.userId
}

/** Whose key this is, left unused. */
export async function peekKey(db: DbOrTx, purpose: Purpose, key: string) {
  const [row] = await db
    .select({ userId: oneTimeKeys.userId })
    .from(oneTimeKeys)
    .where(usable(purpose, key))
  return row?.userId
}

const isFor = (browser: string | undefined) =>
  browser === undefined
    ? isNull(oneTimeKeys.browserHash)
    : eq(oneTimeKeys.browserHash, hashSecret(browser))

const usable = (purpose: Purpose, key: string) =>
  and(
    eq(oneTimeKeys.keyHash, hashSecret(key)),
    eq(oneTimeKeys.purpose, purpose),
    isNull(oneTimeKeys.usedAt),
    gt(oneTimeKeys.expiresAt, sql`now()`),
  )

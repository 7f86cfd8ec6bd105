import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { CHALLENGE_MINUTES } from '#contract/people/passkeys.ts'
import type { Db } from '../../../platform/db/client.ts'
import { passkeyChallenges } from '../../../platform/db/schema.ts'

/** Use of a challenge. An answer counts only for the same use. */
export type ChallengeUse = {
  purpose: 'add' | 'sign-in' | 'proof'
  /** Id of the account; empty while it is unknown. */
  owner: string
  /** Session or browser that asked for the challenge. */
  browser: string
}

export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000

/** Returns the key of a challenge. The table contains nothing about people. */
const hashOf = (challenge: string, { purpose, owner, browser }: ChallengeUse) =>
  createHash('sha256')
    .update(JSON.stringify([challenge, purpose, owner, browser]))
    .digest('hex')

export async function storeChallenge(db: Db, challenge: string, use: ChallengeUse): Promise<void> {
  const expiresAt = new Date(Date.now() + CHALLENGE_MS)
  await db.insert(passkeyChallenges).values({ keyHash: hashOf(challenge, use), expiresAt })
}

/** Uses a challenge and returns whether it was open. It works once, also with several servers. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const { keyHash, expiresAt } = passkeyChallenges
  const rows = await db
    .delete(passkeyChallenges)
    .where(and(eq(keyHash, hashOf(challenge, use)), gt(expiresAt, new Date())))
    .returning({ keyHash })
  return rows.length > 0
}

export const deleteExpiredChallenges = (db: Db) =>
  db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, new Date()))

import { createHmac, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { RECOVERY_CODES } from '#contract/people/factors.ts'
import type { Deps } from '../../env.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { recoveryCodes } from '../../platform/db/schema.ts'

/** Letters and digits that people do not confuse. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF = 5

type Secrets = Pick<Deps, 'secrets'>['secrets']

/** Returns the hash of a code. It needs the signing secret, because a code is short enough to guess. */
export const hashRecoveryCode = ({ signing }: Secrets, ownerId: string, code: string) =>
  createHmac('sha256', signing).update(`recovery-code:${ownerId}:${code}`).digest('hex')

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Returns a set of new codes. A code is stored as the hash of its characters without the dash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${randomText(HALF)}-${randomText(HALF)}`)

/** Replaces the recovery codes of a user and returns the new ones. */
export async function renewRecoveryCodes(
  tx: Tx,
  secrets: Secrets,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(tx, userId)
  const rows = codes.map((code) => ({
    userId,
    codeHash: hashRecoveryCode(secrets, userId, code.replace('-', '')),
  }))
  await tx.insert(recoveryCodes).values(rows)
  return codes
}

/** Creates the recovery codes of a user with the first second factor. Returns none otherwise. */
export const createFirstCodes = async (
  tx: Tx,
  secrets: Secrets,
  userId: string,
): Promise<string[]> =>
  (await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0
    ? []
    : renewRecoveryCodes(tx, secrets, userId)

export const deleteRecoveryCodes = (db: DbOrTx, userId: string) =>
  db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))

const isUnused = (userId: string) =>
  and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  db.$count(recoveryCodes, isUnused(userId))

/** Uses a recovery code, written without dash, and returns whether it was right. */
export async function useRecoveryCode(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(isUnused(userId), eq(recoveryCodes.codeHash, hashRecoveryCode(secrets, userId, code))),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../../people/factors/recovery-codes.ts'
import { stepOfSealed } from '../../../people/factors/sealed-secret.ts'
import { stepOfCode } from '../../../people/factors/totp.ts'
import { ownCodeLimits, requireRightCode } from '../../../people/factors/use-code.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import {
  deskLinks,
  deskPeople,
  deskRecoveryCodes,
  deskSessions,
} from '../../../platform/db/schema.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import type { LimitKey } from '../../../platform/http/throttle.ts'
import { encryptToken } from '../../../platform/secrets/token-cipher.ts'

/** Context of the encryption. A secret copied into another row cannot be decrypted. */
const sealOf = (personId: string) => `desk person ${personId}`

const ownCodes = (personId: string) => eq(deskRecoveryCodes.personId, personId)

export const countDeskCodes = (db: DbOrTx, personId: string): Promise<number> =>
  db.$count(deskRecoveryCodes, ownCodes(personId))

/**
 * Turns the authenticator app of a person on with its first code, and returns the recovery codes.
 *
 * @throws FieldError for a wrong code, or if an app is on.
 */
export async function startDeskApp(
  deps: Pick<Deps, 'db' | 'secrets' | 'jobs'>,
  personId: string,
  { secret, code }: { secret: string; code: string },
): Promise<string[]> {
  const { db, secrets, jobs } = deps
  const lastStep = stepOfCode(secret, code.replaceAll(' ', ''))
  if (lastStep === undefined)
    throw new FieldError('code', 'This code is wrong. Enter the code that the app shows now.')
  const sealedSecret = encryptToken(secrets.tokens, secret, sealOf(personId))
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(deskPeople)
      .set({ sealedSecret, lastStep, factorAt: sql`now()` })
      .where(and(eq(deskPeople.id, personId), isNull(deskPeople.sealedSecret)))
      .returning({ id: deskPeople.id })
    if (rows.length === 0)
      throw new FieldError('code', 'An authenticator app is on. Remove it first.')
    await jobs.add(tx, 'desk-factor-mail', { personId, about: 'on' })
    return renewDeskCodes(tx, secrets, personId)
  })
}

/** Replaces the recovery codes of a person and returns the new ones. */
export async function renewDeskCodes(
  tx: Tx,
  secrets: Deps['secrets'],
  personId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.delete(deskRecoveryCodes).where(ownCodes(personId))
  const rows = codes.map((code) => ({
    personId,
    codeHash: hashRecoveryCode(secrets, personId, code.replace('-', '')),
  }))
  await tx.insert(deskRecoveryCodes).values(rows)
  return codes
}

/** Turns the authenticator app off and deletes the recovery codes. Returns whether it was on. */
export async function deleteDeskApp(tx: Tx, personId: string): Promise<boolean> {
  await tx.delete(deskRecoveryCodes).where(ownCodes(personId))
  const rows = await tx
    .update(deskPeople)
    .set({ sealedSecret: null, factorAt: null })
    .where(and(eq(deskPeople.id, personId), sql`${deskPeople.sealedSecret} is not null`))
    .returning({ id: deskPeople.id })
  return rows.length > 0
}

/**
 * Turns the authenticator app of somebody off who lost it, and ends their sessions and links. Returns
 * whether it was on.
 */
export async function resetDeskApp(
  tx: Tx,
  { personId, why }: { personId: string; why: string },
): Promise<boolean> {
  if (!(await deleteDeskApp(tx, personId))) return false
  await tx.delete(deskSessions).where(eq(deskSessions.personId, personId))
  await tx.delete(deskLinks).where(eq(deskLinks.personId, personId))
  await addJob(tx, 'desk-factor-mail', { personId, about: 'reset', why })
  return true
}

/**
 * Uses a code at the sign-in.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them.
 */
export const requireDeskCode = (deps: Deps, personId: string, typed: string): Promise<void> =>
  spendCode(deps, personId, typed, [{ limit: 'codesByAccount', of: `desk ${personId}` }])

/**
 * Uses a code of somebody who is signed in.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them in a session.
 */
export const requireOwnDeskCode = (
  deps: Deps,
  { personId, sessionId }: { personId: string; sessionId: string },
  typed: string,
): Promise<void> =>
  spendCode(deps, personId, typed, ownCodeLimits({ id: `desk ${personId}`, sessionId }))

const spendCode = (deps: Deps, personId: string, typed: string, limits: readonly LimitKey[]) =>
  requireRightCode(deps, typed, limits, (code) =>
    /^\d{6}$/.test(code)
      ? spendAppCode(deps, personId, code)
      : spendRecoveryCode(deps, personId, code),
  )

/** Stores the step in the statement that compares it, so a code works once, also on two servers. */
async function spendAppCode(
  { db, secrets }: Deps,
  personId: string,
  code: string,
): Promise<boolean> {
  const [row] = await db.select().from(deskPeople).where(eq(deskPeople.id, personId))
  const sealed = row?.sealedSecret ?? ''
  const step = stepOfSealed(secrets, { sealed, context: sealOf(personId) }, code)
  if (step === undefined) return false
  const used = await db
    .update(deskPeople)
    .set({ lastStep: step })
    .where(
      and(
        eq(deskPeople.id, personId),
        eq(deskPeople.sealedSecret, sealed),
        lt(deskPeople.lastStep, step),
      ),
    )
    .returning({ id: deskPeople.id })
  return used.length > 0
}

async function spendRecoveryCode({ db, secrets }: Deps, personId: string, code: string) {
  const used = await db
    .delete(deskRecoveryCodes)
    .where(
      and(
        ownCodes(personId),
        eq(deskRecoveryCodes.codeHash, hashRecoveryCode(secrets, personId, code)),
      ),
    )
    .returning()
  return used.length > 0
}

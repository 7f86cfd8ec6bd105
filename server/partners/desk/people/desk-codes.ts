import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import {
  countStoredCodes,
  renewStoredCodes,
  requireStoredCode,
  sealAppSecret,
  type CodeTables,
} from '../../../people/factors/stored-codes.ts'
import { stepOfCode } from '../../../people/factors/totp.ts'
import { ownCodeLimits } from '../../../people/factors/use-code.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import {
  deskLinks,
  deskPeople,
  deskRecoveryCodes,
  deskSessions,
} from '../../../platform/db/schema.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'

const DESK: CodeTables = {
  people: deskPeople,
  codes: deskRecoveryCodes,
  owner: deskRecoveryCodes.personId,
  contextOf: (personId) => `desk person ${personId}`,
}

export const countDeskCodes = (db: DbOrTx, personId: string): Promise<number> =>
  countStoredCodes(DESK, db, personId)

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
  const sealedSecret = sealAppSecret(DESK, secrets, { id: personId, secret })
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
export const renewDeskCodes = (
  tx: Tx,
  secrets: Deps['secrets'],
  personId: string,
): Promise<string[]> => renewStoredCodes(DESK, tx, secrets, personId)

/** Turns the authenticator app off and deletes the recovery codes. Returns whether it was on. */
export async function deleteDeskApp(tx: Tx, personId: string): Promise<boolean> {
  await tx.delete(deskRecoveryCodes).where(eq(deskRecoveryCodes.personId, personId))
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
  requireStoredCode(DESK, deps, {
    id: personId,
    typed,
    limits: [{ limit: 'codesByAccount', of: `desk ${personId}` }],
  })

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
  requireStoredCode(DESK, deps, {
    id: personId,
    typed,
    limits: ownCodeLimits({ id: `desk ${personId}`, sessionId }),
  })

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
import { deskPeople, deskRecoveryCodes } from '../../../platform/db/schema.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import type { LimitKey } from '../../../platform/http/throttle.ts'

const DESK: CodeTables = {
  people: deskPeople,
  codes: deskRecoveryCodes,
  owner: deskRecoveryCodes.personId,
  contextOf: (personId) => `desk person ${personId}`,
}

export const countDeskCodes = (db: DbOrTx, personId: string): Promise<number> =>
  countStoredCodes(DESK, db, personId)

/**
 * Turns the authenticator app of a person on with its first code. The caller has checked a passkey, if
 * the person has one.
 *
 * @throws FieldError for a wrong code, or if an app is on.
 */
export async function startDeskApp(
  tx: Tx,
  { secrets, jobs }: Pick<Deps, 'secrets' | 'jobs'>,
  personId: string,
  { secret, code }: { secret: string; code: string },
): Promise<void> {
  const lastStep = stepOfCode(secret, code.replaceAll(' ', ''))
  if (lastStep === undefined)
    throw new FieldError('code', 'This code is wrong. Enter the code that the app shows now.')
  const sealedSecret = sealAppSecret(DESK, secrets, { id: personId, secret })
  const rows = await tx
    .update(deskPeople)
    .set({ sealedSecret, lastStep, factorAt: sql`now()` })
    .where(and(eq(deskPeople.id, personId), isNull(deskPeople.sealedSecret)))
    .returning({ id: deskPeople.id })
  if (rows.length === 0)
    throw new FieldError('code', 'An authenticator app is on. Remove it first.')
  await jobs.add(tx, 'desk-factor-mail', { personId, about: 'on' })
}

/** Replaces the recovery codes of a person and returns the new ones. */
export const renewDeskCodes = (
  tx: Tx,
  secrets: Deps['secrets'],
  personId: string,
): Promise<string[]> => renewStoredCodes(DESK, tx, secrets, personId)

export const deleteDeskCodes = (tx: Tx, personId: string) =>
  tx.delete(deskRecoveryCodes).where(eq(deskRecoveryCodes.personId, personId))

/** Turns the authenticator app off. Returns whether it was on. */
export async function deleteDeskApp(tx: Tx, personId: string): Promise<boolean> {
  const rows = await tx
    .update(deskPeople)
    .set({ sealedSecret: null, factorAt: null })
    .where(and(eq(deskPeople.id, personId), sql`${deskPeople.sealedSecret} is not null`))
    .returning({ id: deskPeople.id })
  return rows.length > 0
}

/** Returns the limits for codes and passkeys of a person at the sign-in. */
export const signInLimits = (personId: string) =>
  [{ limit: 'codesByAccount', of: `desk ${personId}` }] as const satisfies LimitKey[]

/**
 * Uses a code at the sign-in.
 *
 * @throws FieldError for a wrong code; ThrottledError after five of them.
 */
export const requireDeskCode = (deps: Deps, personId: string, typed: string): Promise<void> =>
  requireStoredCode(DESK, deps, {
    id: personId,
    typed,
    limits: signInLimits(personId),
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

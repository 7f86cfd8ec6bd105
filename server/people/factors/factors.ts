import { and, eq, isNull } from 'drizzle-orm'
import type { Factors, NewAuthenticator, RecoveryCodes } from '#contract/factors.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { authenticators } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { isConfirmed, startAuthenticator, useAppCode } from './authenticator.ts'
import { requireProof, storeProof } from './proof.ts'
import { countRecoveryCodes, deleteRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { ownCodeLimits, requireRightCode } from './use-code.ts'

/** Selects the authenticator app of one user. Every query of this file uses it. */
const ownAuthenticator = (userId: string) => eq(authenticators.userId, userId)

/** Returns the second factors of a user. */
export async function listFactors(db: Db, userId: string): Promise<Factors> {
  const [row] = await db
    .select()
    .from(authenticators)
    .where(and(ownAuthenticator(userId), isConfirmed))
  return {
    authenticator: row
      ? {
          added_at: row.createdAt.toISOString(),
          last_used_at: row.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}

/** Checks the password and returns the secret of a new authenticator app. */
export async function addAuthenticator(
  deps: Deps,
  user: SignedInUser,
  password: string | undefined,
): Promise<NewAuthenticator> {
  await requirePassword(deps, user, password)
  const { authenticator } = await listFactors(deps.db, user.id)
  if (authenticator)
    throw new FieldError('non_field_errors', 'An authenticator app is on. Turn it off first.')
  return startAuthenticator(deps, user)
}

/** Turns the authenticator app on with its first code, and returns the recovery codes. */
export async function confirmAuthenticator(
  deps: Deps,
  user: SignedInUser,
  typed: string,
): Promise<RecoveryCodes> {
  const only = isNull(authenticators.confirmedAt)
  await requireRightCode(deps, typed, ownCodeLimits(user), (code) =>
    useAppCode(deps, user.id, code, { only }),
  )
  await storeProof(deps.db, user)
  return renewCodes(deps, user.id, 'on')
}

/** Replaces the recovery codes after a recent code. */
export async function replaceRecoveryCodes(deps: Deps, user: SignedInUser): Promise<RecoveryCodes> {
  const { authenticator } = await listFactors(deps.db, user.id)
  if (!authenticator) throw new FieldError('non_field_errors', 'Set up an authenticator app first.')
  await requireProof(deps, user)
  return renewCodes(deps, user.id, 'codes')
}

const renewCodes = ({ db, secrets, jobs }: Deps, userId: string, about: 'on' | 'codes') =>
  db.transaction(async (tx) => {
    const recovery_codes = await renewRecoveryCodes(tx, secrets, userId)
    await jobs.add(tx, 'factor-mail', { userId, about })
    return { recovery_codes }
  })

/** Turns the authenticator app off after checking the password and a recent code. */
export async function removeAuthenticator(
  deps: Deps,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(deps, user, password)
  await deps.db.transaction(async (tx) => {
    const wasOn = await deleteFactors(tx, user.id)
    if (wasOn) await deps.jobs.add(tx, 'factor-mail', { userId: user.id, about: 'off' })
  })
}

/** Deletes all second factors of a user and returns whether one was on. */
export async function deleteFactors(db: DbOrTx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(db, userId)
  const rows = await db
    .delete(authenticators)
    .where(ownAuthenticator(userId))
    .returning({ confirmedAt: authenticators.confirmedAt })
  return rows.some(({ confirmedAt }) => confirmedAt !== null)
}

import { and, eq, isNull } from 'drizzle-orm'
import type { Factors, NewAuthenticator, RecoveryCodes } from '#contract/people/factors.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { Tx } from '../../platform/db/client.ts'
import { authenticators, passkeys } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { requirePassword } from '../accounts/own-password.ts'
import { readSignIn } from '../oidc/identities.ts'
import { announceFactor } from './announce-factor.ts'
import { isConfirmed, startAuthenticator, useAppCode } from './authenticator.ts'
import { listPasskeys, ownPasskeys } from './passkeys/passkeys.ts'
import { closeRecoveries, findRecovery, toRecovery } from './recovery/recoveries.ts'
import { hasFactor, requireProof, storeProof } from './proof.ts'
import {
  countRecoveryCodes,
  createFirstCodes,
  deleteRecoveryCodes,
  renewRecoveryCodes,
} from './recovery-codes.ts'
import { ownCodeLimits, requireRightCode } from './use-code.ts'

/** Selects the authenticator app of one user. Every query of this file uses it. */
const ownAuthenticator = (userId: string) => eq(authenticators.userId, userId)

/** Returns the second factors of a user, and the other ways in which they sign in. */
export async function listFactors(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<Factors> {
  const [row] = await db
    .select()
    .from(authenticators)
    .where(and(ownAuthenticator(userId), isConfirmed))
  const recovery = await findRecovery(db, userId)
  return {
    authenticator: row
      ? {
          added_at: row.createdAt.toISOString(),
          last_used_at: row.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    passkeys: await listPasskeys(db, userId),
    recovery_codes_left: await countRecoveryCodes(db, userId),
    recovery: recovery ? toRecovery(recovery) : null,
    sign_in: await readSignIn({ db, config }, userId),
  }
}

/** Checks the password and returns the secret of a new authenticator app. */
export async function addAuthenticator(
  deps: Deps,
  user: SignedInUser,
  password: string | undefined,
): Promise<NewAuthenticator> {
  await requirePassword(deps, user, password)
  const { authenticator } = await listFactors(deps, user.id)
  if (authenticator)
    throw new FieldError('non_field_errors', 'An authenticator app is on. Turn it off first.')
  return startAuthenticator(deps, user)
}

/** Turns the authenticator app on with its first code, and returns the recovery codes if they are new. */
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
  return deps.db.transaction(async (tx) => {
    const recovery_codes = await createFirstCodes(tx, deps.secrets, user.id)
    await announceFactor(deps, tx, { userId: user.id, about: 'on' })
    return { recovery_codes }
  })
}

/** Replaces the recovery codes after a recent code or passkey. */
export async function replaceRecoveryCodes(deps: Deps, user: SignedInUser): Promise<RecoveryCodes> {
  if (!(await hasFactor(deps.db, user.id)))
    throw new FieldError('non_field_errors', 'Set up a passkey or an authenticator app first.')
  await requireProof(deps, user)
  return deps.db.transaction(async (tx) => {
    const recovery_codes = await renewRecoveryCodes(tx, deps.secrets, user.id)
    await announceFactor(deps, tx, { userId: user.id, about: 'codes' })
    return { recovery_codes }
  })
}

/**
 * Turns the authenticator app off after checking the password and a recent code. The last factor
 * takes the recovery codes with it.
 */
export async function removeAuthenticator(
  deps: Deps,
  user: SignedInUser,
  password: string | undefined,
): Promise<void> {
  await requirePassword(deps, user, password)
  await deps.db.transaction(async (tx) => {
    const wasOn = await deleteAuthenticator(tx, user.id)
    if (!(await hasFactor(tx, user.id))) await deleteRecoveryCodes(tx, user.id)
    if (wasOn) await announceFactor(deps, tx, { userId: user.id, about: 'off' })
  })
}

/** Deletes all second factors of a user and returns whether there was one. */
export async function deleteFactors(tx: Tx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId)
  await closeRecoveries(tx, userId)
  const removed = await tx
    .delete(passkeys)
    .where(ownPasskeys(userId))
    .returning({ id: passkeys.id })
  return (await deleteAuthenticator(tx, userId)) || removed.length > 0
}

async function deleteAuthenticator(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(authenticators)
    .where(ownAuthenticator(userId))
    .returning({ confirmedAt: authenticators.confirmedAt })
  return rows.some(({ confirmedAt }) => confirmedAt !== null)
}

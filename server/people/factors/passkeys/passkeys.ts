import { and, desc, eq } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  MAX_PASSKEYS,
  type AddedPasskey,
  type NewPasskeyAnswer,
  type Passkey,
  type PasskeyAnswer,
} from '#contract/people/passkeys.ts'
import type { Deps, SignedInUser } from '../../../env.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { passkeys } from '../../../platform/db/schema.ts'
import { isUniqueViolation } from '../../../platform/db/unique.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { deviceName } from '../../accounts/device-name.ts'
import { requirePassword } from '../../accounts/own-password.ts'
import { announceFactor } from '../announce-factor.ts'
import { hasFactor, storeProof } from '../proof.ts'
import { createFirstCodes, deleteRecoveryCodes } from '../recovery-codes.ts'
import { finishAdding, startAdding } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.ts'
import { checkStoredPasskey } from './stored-passkey.ts'

/** Selects the passkeys of one user. Every query of a signed-in user uses it. */
export const ownPasskeys = (userId: string) => eq(passkeys.userId, userId)

const toPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  id: row.id,
  name: row.name,
  added_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** Returns the passkeys of a user, newest first. */
export async function listPasskeys(db: DbOrTx, userId: string): Promise<Passkey[]> {
  const newest = [desc(passkeys.createdAt), desc(passkeys.id)]
  const rows = await db
    .select()
    .from(passkeys)
    .where(ownPasskeys(userId))
    .orderBy(...newest)
  return rows.map(toPasskey)
}

const additionUse = ({ id, sessionId }: SignedInUser): ChallengeUse => ({
  purpose: 'add',
  owner: id,
  browser: sessionId,
})

/** Checks the password and the second factor, and returns the options for a new passkey. */
export async function startPasskey(deps: Deps, user: SignedInUser, password: string | undefined) {
  await requirePassword(deps, user, password)
  const known = await deps.db.select().from(passkeys).where(ownPasskeys(user.id))
  if (known.length >= MAX_PASSKEYS)
    throw new FieldError(
      'non_field_errors',
      `You have ${MAX_PASSKEYS} passkeys, the maximum. Remove one first.`,
    )
  return startAdding(deps, additionUse(user), { id: user.id, name: user.email, known })
}

/** Adds a passkey, named after the browser. Only this answer contains the recovery codes. */
export async function addPasskey(
  deps: Deps,
  user: SignedInUser,
  { answer, userAgent }: { answer: NewPasskeyAnswer; userAgent: string | undefined },
): Promise<AddedPasskey> {
  const credential = await finishAdding(deps, additionUse(user), answer)
  const name = deviceName(userAgent) || 'Passkey'
  try {
    return await deps.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(passkeys)
        .values({ userId: user.id, name, ...credential })
        .returning()
      if (!row) throw new Error('insert returned no row')
      const recovery_codes = await createFirstCodes(tx, deps.secrets, user.id)
      await announceFactor(deps, tx, { userId: user.id, about: 'passkey-added', name })
      // The password or an earlier factor has just been checked.
      await storeProof(tx, user)
      return { passkey: toPasskey(row), recovery_codes }
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'passkeys_credential')) throw error
    throw new FieldError('non_field_errors', 'This passkey has already been added.')
  }
}

export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(ownPasskeys(userId), eq(passkeys.id, requireId(id))))
    .returning()
  if (!row) throw new HTTPException(404)
  return toPasskey(row)
}

/** Removes a passkey after the password and a second factor. The last factor takes the codes with it. */
export async function removePasskey(
  deps: Deps,
  user: SignedInUser,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  const own = and(ownPasskeys(user.id), eq(passkeys.id, requireId(id)))
  if ((await deps.db.$count(passkeys, own)) === 0) throw new HTTPException(404)
  await requirePassword(deps, user, password)
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.delete(passkeys).where(own).returning()
    if (!row) return
    if (!(await hasFactor(tx, user.id))) await deleteRecoveryCodes(tx, user.id)
    await announceFactor(deps, tx, { userId: user.id, about: 'passkey-removed', name: row.name })
  })
}

function requireId(id: string): string {
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return id
}

/**
 * Checks the signature of a passkey and returns the id of its user. With `owner` in `use`, only
 * passkeys of that user are accepted.
 *
 * @throws FieldError
 */
export async function verifyPasskey(
  deps: Deps,
  use: ChallengeUse,
  answer: PasskeyAnswer,
): Promise<string> {
  const [row] = await deps.db
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.credentialId, answer.id),
        use.owner === '' ? undefined : ownPasskeys(use.owner),
      ),
    )
  return checkStoredPasskey(
    deps,
    use,
    answer,
    row && {
      table: passkeys,
      row,
      ownerId: row.userId,
      reportCopy: () =>
        deps.db.transaction((tx) =>
          announceFactor(deps, tx, { userId: row.userId, about: 'copied', name: row.name }),
        ),
    },
  )
}

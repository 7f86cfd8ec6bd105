import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { emailConfirmations, oneTimeKeys, users } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import type { Deps } from '../../env.ts'
import { type Confirmation, KEY_DAYS } from './email-keys.ts'
import { hashSecret } from './one-time-keys.ts'
import { emailOf } from './accounts.ts'

/** State of the key in a confirmation mail. */
export type KeyState =
  | { is: 'good'; email: string; about: Confirmation['about'] }
  | { is: 'used'; email: string }
  | { is: 'old' | 'closed' | 'unknown' }

export type ConfirmedEmail = { is: 'confirmed'; email: string; about: Confirmation['about'] }
export type Outcome = ConfirmedEmail | Exclude<KeyState, { is: 'good' }> | { is: 'taken' }

/** Returns the state of a key without using it, because mail programs open links too. */
export const emailKeyState = async (db: DbOrTx, key: string): Promise<KeyState> =>
  keyStateOf(await findConfirmation(db, key))

/**
 * Confirms the address that the key was sent to. With `ownerId`, the key of another user counts as
 * unknown.
 */
export async function confirmEmail(deps: Deps, key: string, ownerId?: string): Promise<Outcome> {
  try {
    return await deps.db.transaction((tx) => confirmInTransaction(deps, tx, { key, ownerId }))
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error
    return { is: 'taken' }
  }
}

async function confirmInTransaction(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { key, ownerId }: { key: string; ownerId: string | undefined },
): Promise<Outcome> {
  const found = await findConfirmation(tx, key, { locked: true })
  const row = found && (ownerId === undefined || found.userId === ownerId) ? found : undefined
  const state = keyStateOf(row)
  if (!row || state.is !== 'good') return state as Outcome
  const oldEmail = (await emailOf(tx, row.userId)) ?? ''
  await tx
    .update(users)
    .set({ email: row.email, emailConfirmedAt: sql`now()` })
    .where(eq(users.id, row.userId))
  await tx
    .update(emailConfirmations)
    .set({ usedAt: sql`now()` })
    .where(eq(emailConfirmations.id, row.id))
  if (row.about === 'next') {
    await invalidateOldMailbox(tx, row.userId)
    await jobs.add(tx, 'email-moved-mail', { userId: row.userId, to: oldEmail })
  }
  return { is: 'confirmed', email: row.email, about: row.about }
}

/**
 * Invalidates open set-password keys and confirmations, so that a reader of the old mailbox cannot
 * use them.
 */
async function invalidateOldMailbox(tx: Tx, userId: string) {
  await tx
    .update(oneTimeKeys)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(oneTimeKeys.userId, userId),
        eq(oneTimeKeys.purpose, 'set-password'),
        isNull(oneTimeKeys.usedAt),
      ),
    )
  await tx
    .update(emailConfirmations)
    .set({ closedAt: sql`now()` })
    .where(
      and(
        eq(emailConfirmations.userId, userId),
        isNull(emailConfirmations.usedAt),
        isNull(emailConfirmations.closedAt),
      ),
    )
}

type FoundConfirmation = Confirmation & { isOld: boolean; emailNow: string }

async function findConfirmation(
  db: Db | Tx,
  key: string,
  { locked = false } = {},
): Promise<FoundConfirmation | undefined> {
  const rows = db
    .select({
      row: emailConfirmations,
      emailNow: users.email,
      isOld: sql<boolean>`${emailConfirmations.askedAt} < now() - make_interval(days => ${KEY_DAYS})`,
    })
    .from(emailConfirmations)
    .innerJoin(users, eq(users.id, emailConfirmations.userId))
    .where(eq(emailConfirmations.keyHash, hashSecret(key)))
  const [found] = await (locked ? rows.for('update') : rows)
  return found && { ...found.row, isOld: found.isOld, emailNow: found.emailNow }
}

function keyStateOf(row: FoundConfirmation | undefined): KeyState {
  if (!row) return { is: 'unknown' }
  if (row.usedAt) return { is: 'used', email: row.email }
  // A confirmation of the current address is void once the account has another address.
  const isForOldEmail = row.about === 'current' && row.email !== row.emailNow
  if (row.closedAt || isForOldEmail) return { is: 'closed' }
  if (row.isOld) return { is: 'old' }
  return { is: 'good', email: row.email, about: row.about }
}

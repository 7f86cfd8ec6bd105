import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { emailConfirmations } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { hashSecret } from './one-time-keys.ts'

export const KEY_DAYS = 3

export type Confirmation = typeof emailConfirmations.$inferSelect

/**
 * Returns the key in the link of a confirmation mail. It is derived from the signing secret, so the
 * database alone does not reveal it.
 */
export const confirmationKey = ({ secrets }: Pick<Deps, 'secrets'>, id: string): string =>
  createHmac('sha256', secrets.signing).update(`confirm-email:${id}`).digest('base64url')

const isOpen = and(isNull(emailConfirmations.usedAt), isNull(emailConfirmations.closedAt))

export const isOpenFor = (userId: string, about: Confirmation['about']) =>
  and(eq(emailConfirmations.userId, userId), eq(emailConfirmations.about, about), isOpen)

export async function findOpenConfirmation(
  db: DbOrTx,
  userId: string,
  about: Confirmation['about'],
) {
  const [row] = await db.select().from(emailConfirmations).where(isOpenFor(userId, about))
  return row
}

/** Creates a confirmation and closes the open one of the same kind. */
export async function openConfirmation(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: DbOrTx,
  confirmation: Pick<Confirmation, 'userId' | 'about' | 'email'>,
): Promise<Confirmation> {
  await closeConfirmation(tx, confirmation.userId, confirmation.about)
  const id = randomUUID()
  const keyHash = hashSecret(confirmationKey({ secrets }, id))
  const [row] = await tx
    .insert(emailConfirmations)
    .values({ id, keyHash, ...confirmation })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Queues the first confirmation of a new account, in the transaction that creates the account. */
export async function queueFirstConfirmation(
  deps: Pick<Deps, 'secrets' | 'jobs'>,
  tx: Tx,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const confirmation = await openConfirmation(deps, tx, { userId, about: 'current', email })
  await queueConfirmationMail(deps, tx, confirmation)
}

/** Queues the mail. The job key replaces a mail that is still in the queue. */
export const queueConfirmationMail = (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { id }: Pick<Confirmation, 'id'>,
) => jobs.add(tx, 'email-mail', { id, about: 'confirm' }, { key: `email-confirm:${id}` })

export const closeConfirmation = (db: DbOrTx, userId: string, about: Confirmation['about']) =>
  db
    .update(emailConfirmations)
    .set({ closedAt: sql`now()` })
    .where(isOpenFor(userId, about))

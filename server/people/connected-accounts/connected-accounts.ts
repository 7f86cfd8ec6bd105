import { and, asc, eq, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MAX_ID } from '#contract/common.ts'
import type { ConnectedAccount, ConnectedType } from '#contract/people/connected-accounts.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { connectedAccounts, uploads } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { mediaPath } from '../media/media.ts'

export type AccountRow = typeof connectedAccounts.$inferSelect

/** Returns the accounts of a user in the order in which they were connected. */
export async function listConnectedAccounts(
  db: DbOrTx,
  userId: string,
  type?: ConnectedType,
): Promise<ConnectedAccount[]> {
  const rows = await selectAccounts(db, userId, type && eq(connectedAccounts.accountType, type))
  return rows.map(toAnswer)
}

/**
 * Returns the account that a code connected, for a client that did not receive the first answer.
 */
export async function findByCode(
  db: DbOrTx,
  userId: string,
  type: ConnectedType,
  codeHash: string,
): Promise<ConnectedAccount | undefined> {
  const same = and(
    eq(connectedAccounts.accountType, type),
    eq(connectedAccounts.codeHash, codeHash),
  )
  const [row] = await selectAccounts(db, userId, same)
  return row && toAnswer(row)
}

export async function getConnectedAccount(
  db: DbOrTx,
  userId: string,
  id: number,
): Promise<ConnectedAccount> {
  const [row] = await selectAccounts(db, userId, eq(connectedAccounts.id, id))
  if (!row) throw new HTTPException(404)
  return toAnswer(row)
}

/** Switches an account on or off. */
export async function editConnectedAccount(
  db: Db,
  userId: string,
  { id, is_active }: { id: string; is_active?: boolean | undefined },
): Promise<ConnectedAccount> {
  const number = parseId(id)
  if (is_active !== undefined)
    await db
      .update(connectedAccounts)
      .set({ isActive: is_active })
      .where(ownAccounts(userId, eq(connectedAccounts.id, number)))
  return getConnectedAccount(db, userId, number)
}

/** Deletes an account with its token. A job revokes the access at the provider. */
export async function removeConnectedAccount(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  userId: string,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(connectedAccounts)
      .where(ownAccounts(userId, eq(connectedAccounts.id, parseId(id))))
      .returning({
        accountType: connectedAccounts.accountType,
        providerId: connectedAccounts.providerId,
      })
    if (!deleted) throw new HTTPException(404)
    await jobs.add(tx, 'revoke-grant', deleted, { maxAttempts: 8 })
  })
}

/** Returns the account to read from: the given one, or the first that is switched on. */
export async function readableAccount(
  db: DbOrTx,
  userId: string,
  type: ConnectedType,
  id?: number,
): Promise<AccountRow | undefined> {
  const condition = ownAccounts(
    userId,
    eq(connectedAccounts.accountType, type),
    eq(connectedAccounts.isActive, true),
    id === undefined ? undefined : eq(connectedAccounts.id, id),
  )
  const [row] = await db
    .select()
    .from(connectedAccounts)
    .where(condition)
    .orderBy(asc(connectedAccounts.id))
    .limit(1)
  return row
}

export const ownAccounts = (userId: string, ...more: (SQL | undefined)[]) =>
  and(eq(connectedAccounts.userId, userId), ...more)

function selectAccounts(db: DbOrTx, userId: string, more?: SQL) {
  return db
    .select({
      id: connectedAccounts.id,
      type: connectedAccounts.accountType,
      name: connectedAccounts.accountName,
      url: connectedAccounts.accountUrl,
      imageKey: uploads.imageKey,
      isActive: connectedAccounts.isActive,
      connectedAt: connectedAccounts.connectedAt,
    })
    .from(connectedAccounts)
    .leftJoin(uploads, eq(uploads.id, connectedAccounts.avatarUploadId))
    .where(ownAccounts(userId, more))
    .orderBy(asc(connectedAccounts.id))
}

const toAnswer = (row: Awaited<ReturnType<typeof selectAccounts>>[number]): ConnectedAccount => ({
  id: row.id,
  account_type: row.type,
  account_name: row.name,
  account_url: row.url,
  avatar_url: row.imageKey === null ? null : mediaPath(row.imageKey),
  is_active: row.isActive,
  connected_at: row.connectedAt.toISOString(),
})

function parseId(text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > MAX_ID) throw new HTTPException(404)
  return number
}

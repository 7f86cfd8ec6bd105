import { randomBytes } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { operatorSettings, users } from './schema.ts'
import { notice } from './notify.ts'
import type { DbOrTx, Tx } from './client.ts'

/**
 * Returns the number that rows written by this transaction carry in `change_seq`. Call it before
 * any other write: it locks the user's row until the commit, so that numbers follow the order of
 * commits and no cursor skips a change that commits late. Also announces that the user's public
 * page may have changed.
 */
export async function nextChange(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ changeSeq: sql`${users.changeSeq} + 1` })
    .where(eq(users.id, userId))
    .returning({ seq: users.changeSeq, notified: notice('split_pages', userId) })
  if (!row) throw new Error('nextChange: no such user')
  return row.seq
}

/** Key of the setting that holds the epoch. It is missing until a backup was restored. */
export const EPOCH = 'epoch'

/**
 * Starts a new epoch, so that every client loads its lists again in full: a client's copy may be
 * newer than the restored database.
 */
export async function startEpoch(db: DbOrTx): Promise<void> {
  const value = newEpoch()
  await db
    .insert(operatorSettings)
    .values({ key: EPOCH, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

export const newEpoch = () => randomBytes(4).toString('hex')

/** Random id of the time since the last restore, in which change numbers may repeat. */
export const epoch = sql<string | null>`(
  select ${operatorSettings.value} #>> '{}' from ${operatorSettings}
  where ${operatorSettings.key} = ${EPOCH})`

/** Returns the number of the user's latest committed change, and the epoch. */
export async function latestChange(
  db: DbOrTx,
  userId: string,
): Promise<{ seq: number; epoch: string }> {
  const [row] = await db
    .select({ seq: users.changeSeq, epoch })
    .from(users)
    .where(eq(users.id, userId))
  return { seq: row?.seq ?? 0, epoch: row?.epoch ?? '' }
}

/**
 * Locks several users before a transaction changes their data. The order is the same as when clicks
 * are counted, which prevents deadlocks.
 */
export async function lockUsers(tx: Tx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(users.id)
    // A weaker lock than 'update', so that inserting rows that refer to the user does not wait.
    .for('no key update')
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import { DELETION_GRACE_DAYS } from '#contract/people/leaving.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { leavers } from '../../platform/db/schema.ts'

export type DeletionRequest = typeof leavers.$inferSelect

export const findDeletionRequest = async (
  db: DbOrTx,
  userId: string,
): Promise<DeletionRequest | undefined> => {
  const [row] = await db.select().from(leavers).where(eq(leavers.userId, userId))
  return row
}

/**
 * Stores a request for deletion and returns the date of the deletion. A second request keeps the
 * first date.
 */
export async function storeDeletionRequest(tx: Tx, userId: string, reason: string): Promise<Date> {
  const deletionAt = sql`now() + make_interval(days => ${DELETION_GRACE_DAYS})`
  await tx.insert(leavers).values({ userId, reason, deletionAt }).onConflictDoNothing()
  const row = await findDeletionRequest(tx, userId)
  if (!row) throw new Error('no deletion request for this user')
  return row.deletionAt
}

/**
 * Cancels a requested deletion. Returns false if there is no request or the deletion has begun. The
 * row lock decides if both happen at once.
 */
export async function cancelDeletion(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .delete(leavers)
    .where(and(eq(leavers.userId, userId), isNull(leavers.begunAt)))
    .returning({ userId: leavers.userId })
  return rows.length > 0
}

import { eq, inArray, sql } from 'drizzle-orm'
import { users } from './schema.ts'
import { notice } from './notify.ts'
import type { DbOrTx, Tx } from './client.ts'

/**
 * The number that rows written by this transaction carry in `change_seq`. Call it before any other
 * write: the person's row stays locked until the commit, so numbers are given in commit order and
 * a cursor never passes over a change that commits late (the delta contract of links/search/). The
 * person's public page may show something else now, so whoever keeps pages is told.
 */
export async function nextChange(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ changeSeq: sql`${users.changeSeq} + 1` })
    .where(eq(users.id, userId))
    .returning({ seq: users.changeSeq, told: notice('split_pages', userId) })
  if (!row) throw new Error('nextChange: no such user')
  return row.seq
}

/** The number of the person's latest committed change. */
export async function latestChange(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db.select({ seq: users.changeSeq }).from(users).where(eq(users.id, userId))
  return row?.seq ?? 0
}

/**
 * For whoever changes something of several people: all are locked first and in one order, as the fold
 * of clicks does it, so that two never wait for each other.
 */
export async function lockPeople(tx: Tx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(users.id)
    // Not 'update': rows that merely refer to the person (a stored answer, a new link) need not wait.
    .for('no key update')
}

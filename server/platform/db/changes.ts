import { randomBytes } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { operatorSettings, users } from './schema.ts'
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

/** Under which it stands since when the database became an older one; without it numbers count from the beginning. */
export const EPOCH = 'epoch'

/** Every device reads its lists again in whole: what it knows may be newer than this database. */
export async function beginEpoch(db: DbOrTx): Promise<void> {
  const value = newEpoch()
  await db
    .insert(operatorSettings)
    .values({ key: EPOCH, value })
    .onConflictDoUpdate({ target: operatorSettings.key, set: { value } })
}

export const newEpoch = () => randomBytes(4).toString('hex')

/** A word for the time since a backup came back: numbers that were given before are given once more. */
export const epoch = sql<string | null>`(
  select ${operatorSettings.value} #>> '{}' from ${operatorSettings}
  where ${operatorSettings.key} = ${EPOCH})`

/** The number of the person's latest committed change, and the epoch in which it was given. */
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

import { and, asc, eq, isNull } from 'drizzle-orm'
import { countWaiting, type Waiting } from '../reports/count-waiting.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { appeals, users, type AppealDecision } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { BlockId } from '../../people/restrictions/appeal-key.ts'
import { readBlockable, UNBLOCKS } from './blocks.ts'

export type Appeal = typeof appeals.$inferSelect

/** Maximum length of an appeal. */
export const MAX_APPEAL = 2000

const isOpen = isNull(appeals.decidedAt)

/** Returns the appeal against a block. */
export async function findAppeal(db: DbOrTx, block: BlockId): Promise<Appeal | undefined> {
  const [row] = await db
    .select()
    .from(appeals)
    .where(
      and(
        eq(appeals.about, block.about),
        eq(appeals.targetId, block.targetId),
        eq(appeals.blockedAt, block.blockedAt),
      ),
    )
  return row
}

/** Stores an appeal. Does nothing if the block is over or was appealed before. */
export async function storeAppeal(db: Db, block: BlockId, text: string): Promise<void> {
  const found = await readBlockable(db, block.about, block.targetId)
  if (found?.blockedAt?.getTime() !== block.blockedAt.getTime()) return
  const { userId, name, blockWhy, blockRule } = found
  await db
    .insert(appeals)
    .values({ ...block, userId, name, blockWhy, blockRule, text })
    .onConflictDoNothing()
}

/** Returns open appeals with the email of their author, oldest first. */
export const openAppeals = (db: Db, limit: number) =>
  db
    .select({ appeal: appeals, email: users.email })
    .from(appeals)
    .innerJoin(users, eq(users.id, appeals.userId))
    .where(isOpen)
    .orderBy(asc(appeals.createdAt), asc(appeals.id))
    .limit(limit)
export type OpenAppeal = Awaited<ReturnType<typeof openAppeals>>[number]

/** Returns the number of open appeals and the age of the oldest one in hours. */
export const countOpenAppeals = (db: DbOrTx): Promise<Waiting> =>
  countWaiting(db, appeals, { createdAt: appeals.createdAt, isOpen })

/** Returns an open appeal and locks it until the commit; undefined if it is decided. */
export async function lockAppeal(tx: Tx, id: number): Promise<Appeal | undefined> {
  const [row] = await tx
    .select()
    .from(appeals)
    .where(and(eq(appeals.id, id), isOpen))
    .for('update')
  return row
}

/**
 * Stores the decision about an appeal and tells its author. An accepted appeal ends the block, unless
 * a later block has replaced it.
 */
export async function decideAppeal(
  tx: Tx,
  { id, about, targetId, blockedAt }: Appeal,
  { decision, why }: { decision: AppealDecision; why: string },
): Promise<void> {
  const found = await readBlockable(tx, about, targetId)
  if (decision === 'accepted' && found?.blockedAt?.getTime() === blockedAt.getTime())
    await UNBLOCKS[about](tx, { id: targetId, name: found.name })
  await tx
    .update(appeals)
    .set({ decision, decidedWhy: why, decidedAt: new Date() })
    .where(eq(appeals.id, id))
  await addJob(tx, 'appeal-mail', { appealId: id })
}

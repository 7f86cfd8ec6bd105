import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../../people/accounts/one-time-keys.ts'
import { daysAgo } from '../../../platform/db/days-ago.ts'
import type { Db, DbOrTx, Tx } from '../../../platform/db/client.ts'
import { deskApplications, type ApplicationDecision } from '../../../platform/db/schema.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import type { NewApplication } from './application-form.ts'

export type DeskApplication = typeof deskApplications.$inferSelect

/** Number of days in which the contact can confirm the address. */
export const CONFIRM_DAYS = 7
/** Number of days that decided applications are kept. */
export const DECIDED_DAYS = 90

const isOpen = and(isNotNull(deskApplications.confirmedAt), isNull(deskApplications.decidedAt))
const isFresh = sql`${deskApplications.createdAt} > ${daysAgo(CONFIRM_DAYS)}`

/** Stores an application and queues the email that asks to confirm the address. */
export const storeApplication = (db: Db, values: NewApplication): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .insert(deskApplications)
      .values(values)
      .returning({ id: deskApplications.id })
    if (!row) throw new Error('no row')
    await addJob(tx, 'application-mail', { applicationId: row.id, about: 'confirm' })
  })

/** Creates the key of the email to the contact. A later key replaces it. */
export async function issueApplicationKey(db: DbOrTx, id: number): Promise<string> {
  const key = newSecret()
  await db
    .update(deskApplications)
    .set({ keyHash: hashSecret(key) })
    .where(eq(deskApplications.id, id))
  return key
}

const hasKey = (key: string) => eq(deskApplications.keyHash, hashSecret(key))

/** Returns the application of a link. Undefined if it is unknown or was not confirmed in time. */
export async function applicationOfKey(
  db: DbOrTx,
  key: string,
): Promise<DeskApplication | undefined> {
  const [row] = await db
    .select()
    .from(deskApplications)
    .where(and(hasKey(key), or(isNotNull(deskApplications.confirmedAt), isFresh)))
  return row
}

/** Confirms the address. The operator sees the application from now on. */
export const confirmApplication = (db: DbOrTx, key: string) =>
  db
    .update(deskApplications)
    .set({ confirmedAt: sql`now()` })
    .where(and(hasKey(key), isNull(deskApplications.confirmedAt), isFresh))

const isConfirmed = (id: number) =>
  and(eq(deskApplications.id, id), isNotNull(deskApplications.confirmedAt))

/** Returns an application whose address is confirmed. */
export async function findApplication(
  db: DbOrTx,
  id: number,
): Promise<DeskApplication | undefined> {
  const [row] = await db.select().from(deskApplications).where(isConfirmed(id))
  return row
}

/** Returns confirmed applications: open ones, oldest first, then decided ones, latest first. */
export const listApplications = (db: DbOrTx, limit: number): Promise<DeskApplication[]> =>
  db
    .select()
    .from(deskApplications)
    .where(isNotNull(deskApplications.confirmedAt))
    .orderBy(
      sql`${deskApplications.decidedAt} desc nulls first`,
      asc(deskApplications.confirmedAt),
      desc(deskApplications.id),
    )
    .limit(limit)

export const countOpenApplications = (db: DbOrTx): Promise<number> =>
  db.$count(deskApplications, isOpen)

/** Returns a confirmed application and locks it until the commit. */
export async function lockApplication(tx: Tx, id: number): Promise<DeskApplication | undefined> {
  const [row] = await tx.select().from(deskApplications).where(isConfirmed(id)).for('update')
  return row
}

type Decision = { decision: ApplicationDecision; by: string; why?: string; brandKey?: string }

/** Stores the decision and queues the email about it. */
export async function decideApplication(
  tx: Tx,
  id: number,
  { decision, by, why = '', brandKey }: Decision,
): Promise<void> {
  await tx
    .update(deskApplications)
    .set({
      decision,
      decidedAt: sql`now()`,
      decidedBy: by,
      decidedWhy: why,
      brandKey: brandKey ?? null,
    })
    .where(eq(deskApplications.id, id))
  await addJob(tx, 'application-mail', { applicationId: id, about: 'decision' })
}

/** Deletes applications that were not confirmed in time, and decided ones after a while. */
export async function deleteOldApplications(db: Db): Promise<void> {
  const { createdAt, confirmedAt, decidedAt } = deskApplications
  await db
    .delete(deskApplications)
    .where(and(isNull(confirmedAt), lt(createdAt, daysAgo(CONFIRM_DAYS))))
  await db.delete(deskApplications).where(lt(decidedAt, daysAgo(DECIDED_DAYS)))
}

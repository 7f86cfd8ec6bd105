import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import type { Db } from '../../../platform/db/client.ts'
import { factorRecoveries, oneTimeKeys } from '../../../platform/db/schema.ts'
import type { JobHandler } from '../../../platform/jobs/job-handler.ts'
import { revokeEverySession } from '../../accounts/sessions.ts'
import { deleteFactors } from '../factors.ts'
import { readLink, type LinkState, type RecoveryLink } from './recoveries.ts'

/** Uses the link of an email. The finishing link removes the factors and signs out all devices. */
export async function followRecoveryLink(
  { db, secrets, jobs }: Pick<Deps, 'db' | 'secrets' | 'jobs'>,
  link: RecoveryLink,
  parts: { id: string; key: string },
): Promise<LinkState> {
  return db.transaction(async (tx) => {
    const { state, row } = await readLink({ db: tx, secrets }, link, parts)
    if (state !== 'good' || !row) return state
    const decided = link === 'undo' ? { undoneAt: new Date() } : { finishedAt: new Date() }
    await tx.update(factorRecoveries).set(decided).where(eq(factorRecoveries.id, row.id))
    if (link === 'finish') {
      const { userId } = row
      await deleteFactors(tx, userId)
      await revokeEverySession(tx, userId)
      await tx.delete(oneTimeKeys).where(eq(oneTimeKeys.userId, userId))
      await jobs.add(tx, 'factor-mail', { userId, about: 'recovered' })
    }
    return 'done'
  })
}

/** Emails the finishing link to users whose waiting time is over. */
export const factorRecoveriesJob: JobHandler<'factor-recoveries'> = async ({ db, jobs }) => {
  const { endsAt, mailedAt, undoneAt, finishedAt } = factorRecoveries
  await db.transaction(async (tx) => {
    const due = await tx
      .update(factorRecoveries)
      .set({ mailedAt: new Date() })
      .where(and(lte(endsAt, new Date()), isNull(mailedAt), isNull(undoneAt), isNull(finishedAt)))
      .returning({ id: factorRecoveries.id })
    for (const { id } of due) await jobs.add(tx, 'recovery-mail', { id, about: 'over' })
  })
}

/** Deletes decided and expired requests after 90 days. */
export const deleteOldRecoveries = (db: Db) =>
  db
    .delete(factorRecoveries)
    .where(lte(factorRecoveries.endsAt, new Date(Date.now() - 90 * 24 * 60 * 60 * 1000)))

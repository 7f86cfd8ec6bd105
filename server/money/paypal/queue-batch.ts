import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { payoutBatches, redemptions } from '../../platform/db/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { RedemptionRow } from '../wallet/redemption-rows.ts'

export type Queued =
  | { isRefused: true; is: 'missing' | 'hand' | 'empty' }
  | { isRefused: false; is: 'queued' | 'sent' | 'ready'; rows: RedemptionRow[] }

/**
 * Decides that a batch is sent through PayPal and queues the job that sends it. With `isDryRun`,
 * changes nothing and returns `ready` instead. A batch that was sent before is looked at again.
 */
export async function queueBatch(
  db: Db,
  batchId: number,
  { at, isDryRun }: { at: Date; isDryRun: boolean },
): Promise<Queued> {
  return db.transaction(async (tx) => {
    const own = eq(payoutBatches.id, batchId)
    const [batch] = await tx.select().from(payoutBatches).where(own).for('update')
    if (!batch) return { isRefused: true, is: 'missing' }
    if (batch.method === 'hand') return { isRefused: true, is: 'hand' }
    const rows = await waitingRows(tx, batchId)
    const isNew = batch.method === 'open'
    if (isNew && rows.length === 0) return { isRefused: true, is: 'empty' }
    if (isDryRun) return { isRefused: false, is: isNew ? 'ready' : 'sent', rows }
    await tx.update(payoutBatches).set({ method: 'paypal', nextLookAt: at }).where(own)
    await addJob(tx, 'payouts', {}, JOB_OPTIONS)
    return { isRefused: false, is: isNew ? 'queued' : 'sent', rows }
  })
}

/** Options of the job. The queue runs one job at a time on all servers. */
const JOB_OPTIONS = { key: 'payouts', queue: 'payouts', maxAttempts: 2 }

/** Returns the payouts of a batch whose result is not known yet. */
export const waitingRows = (db: Pick<Db, 'select'>, batchId: number): Promise<RedemptionRow[]> =>
  db
    .select()
    .from(redemptions)
    .where(and(eq(redemptions.batchId, batchId), eq(redemptions.state, 'processing')))
    .orderBy(redemptions.id)

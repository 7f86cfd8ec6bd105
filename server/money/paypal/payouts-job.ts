import { and, asc, eq, lte } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { payoutBatches } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { lookAtBatch } from './look-at-batch.ts'
import { openPaypal } from './paypal-api.ts'
import { sendBatch } from './send-batch.ts'

/**
 * Sends batches to PayPal and reads the results of those sent before. Runs one at a time on all
 * servers, because a result must not be applied after a newer one.
 */
export async function settlePayouts(
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  at: Date,
  signal: AbortSignal,
): Promise<void> {
  const due = await db
    .select()
    .from(payoutBatches)
    .where(and(eq(payoutBatches.method, 'paypal'), lte(payoutBatches.nextLookAt, at)))
    .orderBy(asc(payoutBatches.id))
  if (due.length === 0 || !config.paypal) return
  const paypal = openPaypal(config, config.paypal, signal)
  try {
    for (const { id, paypalId, sentAt } of due) {
      if (signal.aborted) return
      try {
        if (paypalId === null || !sentAt) await sendBatch(db, paypal, id, at)
        else await lookAtBatch(db, paypal, { id, paypalId, sentAt }, at)
      } catch (error) {
        log.error('payouts: a batch could not be settled', { batch: id, error })
      }
    }
  } finally {
    paypal.close()
  }
}

export const payouts: JobHandler<'payouts'> = (deps, _payload, signal) =>
  settlePayouts(deps, new Date(), signal)

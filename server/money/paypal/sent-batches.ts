import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'

export type SentBatchState = {
  id: number
  sent_at: string | null
  /** Number of payouts by PayPal's state. "waiting": PayPal has not reported any. */
  states: Record<string, number>
  /** Fees that PayPal charged the operator, in cents. */
  fee_cents: number
  problem: string
}

/** Returns batches that PayPal is paying or that have a problem, oldest first. */
export async function listSentBatches(db: DbOrTx): Promise<SentBatchState[]> {
  const rows = await db.execute<SentBatchState>(sql`
    select batch.id, batch.sent_at, batch.problem, found.states, found.fee_cents::float8 as fee_cents
    from payout_batches as batch
    cross join lateral (
      select coalesce(jsonb_object_agg(state, count), '{}') as states,
        coalesce(sum(fee_cents), 0) as fee_cents
      from (
        select coalesce(paypal_state, 'waiting') as state, count(*), sum(paypal_fee_cents) as fee_cents
        from redemptions where batch_id = batch.id group by 1
      ) as counted
    ) as found
    where batch.problem <> '' or exists (
      select from redemptions where batch_id = batch.id and state = 'processing'
        and batch.method = 'paypal')
    order by batch.id`)
  return [...rows]
}

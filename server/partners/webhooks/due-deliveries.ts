import type { Db } from '../../platform/db/client.ts'

/** Number of seconds after which a claimed delivery without a result is due again. */
const CLAIM_SECONDS = 30

/** Delivery that this process sends now. */
export type DueDelivery = {
  id: number
  message_id: string
  event: string
  object_id: string
  facts: Record<string, unknown>
  about_user_id: string | null
  created_at: string
  attempts: number
}

/** Returns webhooks with due deliveries, except the given ones. */
export async function findDueWebhooks(
  db: Db,
  { except, limit }: { except: number[]; limit: number },
): Promise<number[]> {
  const rows = await db.named('webhooks-due')<{ id: number }[]>`
    select distinct webhook_id as id from webhook_deliveries
    where due_at <= now() and webhook_id <> all(${except}::int[])
    limit ${limit}::int`
  return rows.map(({ id }) => id)
}

/**
 * Claims due deliveries of a webhook for this process. They are due again after some seconds, in
 * case the process ends without a result.
 */
export const claimDeliveries = (db: Db, webhookId: number, limit: number): Promise<DueDelivery[]> =>
  db.named('webhook-claim')<DueDelivery[]>`
    with due as (
      select id from webhook_deliveries
      where webhook_id = ${webhookId}::int and due_at <= now()
      order by due_at, id limit ${limit}::int for update skip locked
    )
    update webhook_deliveries set due_at = now() + make_interval(secs => ${CLAIM_SECONDS}::int)
    from due where webhook_deliveries.id = due.id
    returning webhook_deliveries.id::float8 as id, message_id, event, object_id, facts,
      about_user_id, created_at, attempts`

/** Makes claimed deliveries due at once, because they were not sent. */
export async function returnDeliveries(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.named('webhook-return')`
    update webhook_deliveries set due_at = now()
    where id = any(${ids}::bigint[]) and due_at is not null`
}

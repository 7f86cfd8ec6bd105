import { and, count, eq, lt, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import {
  DELIVERIES_PER_PAGE,
  DELIVERY_DAYS,
  TEST_EVENT,
  type WebhookDeliveries,
  type WebhookDelivery,
} from '#contract/developers/webhooks.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { webhookDeliveries } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { requireWebhook, type WebhookOwner } from './webhook-owner.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect
type DeliveryId = { webhook: number; delivery: number }

/** Returns a page of the log of a webhook, newest first. `path` is the address of the list. */
export async function listDeliveries(
  db: DbOrTx,
  owner: WebhookOwner,
  { id, before, path }: { id: number; before?: number | undefined; path: string },
): Promise<WebhookDeliveries> {
  await requireWebhook(db, owner, id)
  const inLog = eq(webhookDeliveries.webhookId, id)
  const [total] = await db.select({ rows: count() }).from(webhookDeliveries).where(inLog)
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(inLog, before === undefined ? undefined : lt(webhookDeliveries.id, before)))
    // The index has `nulls last`. PostgreSQL uses it only for the same order.
    .orderBy(sql`${webhookDeliveries.id} desc nulls last`)
    .limit(DELIVERIES_PER_PAGE + 1)
  const shown = rows.slice(0, DELIVERIES_PER_PAGE)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    results: shown.map(toDelivery),
    next: last ? `${path}?before=${last.id}` : null,
    count: total?.rows ?? 0,
  }
}

/** Queues a test event. It is also sent by a disabled webhook. */
export async function sendTest(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  owner: WebhookOwner,
  id: number,
): Promise<WebhookDelivery> {
  return db.transaction(async (tx) => {
    await requireWebhook(tx, owner, id)
    const [row] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId: id, event: TEST_EVENT, objectId: String(id), facts: { webhook_id: id } })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await jobs.add(tx, 'webhooks', {})
    return toDelivery(row)
  })
}

/** Queues a delivery of the log once more, with the same message id and body. */
export async function resendDelivery(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  owner: WebhookOwner,
  { webhook, delivery }: DeliveryId,
): Promise<WebhookDelivery> {
  return db.transaction(async (tx) => {
    await requireWebhook(tx, owner, webhook)
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ status: 'waiting', dueAt: sql`now()` })
      .where(and(eq(webhookDeliveries.webhookId, webhook), eq(webhookDeliveries.id, delivery)))
      .returning()
    if (!row) throw new HTTPException(404)
    await jobs.add(tx, 'webhooks', {})
    return toDelivery(row)
  })
}

/** Deletes deliveries that are older than the log. */
export async function deleteOldDeliveries(db: DbOrTx): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${DELIVERY_DAYS})`))
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  message_id: messageIdOf(row),
  event: row.event as WebhookDelivery['event'],
  created_at: row.createdAt.toISOString(),
  status: row.status,
  attempts: row.attempts,
  attempted_at: row.attemptedAt?.toISOString() ?? null,
  next_attempt_at: row.dueAt?.toISOString() ?? null,
  duration_ms: row.durationMs,
  problem: row.problem,
  request_body: row.requestBody,
  response_status: row.responseStatus,
  response_content_type: row.responseType,
  response_body: row.responseBody,
})

/** Returns the header `webhook-id` of a delivery. */
export const messageIdOf = ({ messageId }: Pick<DeliveryRow, 'messageId'>): string =>
  `msg_${messageId}`

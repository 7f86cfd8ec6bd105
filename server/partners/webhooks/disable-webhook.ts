import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DisabledReason } from '#contract/developers/webhooks.ts'
import type { Tx } from '../../platform/db/client.ts'
import { webhooks } from '../../platform/db/schema.ts'
import type { Jobs } from '../../platform/jobs/job-types.ts'
import { queueWebhookMails } from './webhook-mail.ts'
import { dropWaiting } from './webhooks.ts'
import { notifyWebhookDisabled } from '../../people/activity/activity.ts'

/** Disables a webhook whose receiver fails, ends its retries and notifies the owner, once. */
export async function disableWebhook(
  { db: tx, jobs }: { db: Tx; jobs: Jobs },
  webhookId: number,
  reason: Exclude<DisabledReason, 'paused'>,
): Promise<void> {
  const [row] = await tx
    .update(webhooks)
    .set({ disabledAt: sql`now()`, disabledReason: reason })
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.disabledAt)))
    .returning()
  if (!row?.disabledAt) return
  await dropWaiting(tx, webhookId)
  const { userId, brandId, disabledAt, url } = row
  if (userId !== null)
    await notifyWebhookDisabled(tx, { id: webhookId, userId, url, reason, since: disabledAt })
  if (brandId !== null) await queueWebhookMails(tx, jobs, { webhookId, brandId })
}

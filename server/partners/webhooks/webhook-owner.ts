import { and, eq, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { DbOrTx } from '../../platform/db/client.ts'
import { webhooks } from '../../platform/db/schema.ts'

/** Owner of webhooks. */
export type WebhookOwner = { userId: string } | { brandId: string }
export type WebhookRow = typeof webhooks.$inferSelect

/** Selects the webhooks of one owner. Every call of an owner uses it. */
export const ownedBy = (owner: WebhookOwner): SQL =>
  'userId' in owner ? eq(webhooks.userId, owner.userId) : eq(webhooks.brandId, owner.brandId)

/** Returns the id of the user or of the brand. */
export const ownerIdOf = (owner: WebhookOwner): string =>
  'userId' in owner ? owner.userId : owner.brandId

/** Selects one webhook, if it belongs to the owner. */
export const ownWebhook = (owner: WebhookOwner, id: number) =>
  and(ownedBy(owner), eq(webhooks.id, id))

/** Returns a webhook of the owner. Any other gets 404. */
export async function requireWebhook(
  db: DbOrTx,
  owner: WebhookOwner,
  id: number,
): Promise<WebhookRow> {
  const [row] = await db.select().from(webhooks).where(ownWebhook(owner, id))
  if (!row) throw new HTTPException(404)
  return row
}

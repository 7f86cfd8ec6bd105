import { isDeepStrictEqual } from 'node:util'
import { asc, count, eq, gt, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import {
  MAX_RECENT_FAILURES,
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  type NewWebhook,
  type Webhook,
  type WebhookEdit,
  type Webhooks,
  type WebhookWithSecret,
} from '#contract/developers/webhooks.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brands, users, webhookDeliveries, webhooks } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { AccountEvent } from '#contract/people/account-changes.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { readWebhookAddress } from './webhook-address.ts'
import {
  ownedBy,
  ownerIdOf,
  ownWebhook,
  requireWebhook,
  type WebhookOwner,
} from './webhook-owner.ts'
import { startCounting } from './webhook-clicks.ts'
import { createSecret, sealSecret } from './webhook-secrets.ts'

type WebhookDeps = Pick<Deps, 'db' | 'config' | 'secrets' | 'jobs'>
const CLICKS = 'clicks.counted'

type OwnId = { owner: WebhookOwner; id: number }

/** Returns the webhooks of an owner, oldest first. */
export async function listWebhooks(db: DbOrTx, owner: WebhookOwner): Promise<Webhooks> {
  const rows = await selectWebhooks(db).where(ownedBy(owner)).orderBy(asc(webhooks.id))
  return { results: rows.map(toWebhook) }
}

export async function readWebhook(db: DbOrTx, { owner, id }: OwnId): Promise<Webhook> {
  const [row] = await selectWebhooks(db).where(ownWebhook(owner, id))
  if (!row) throw new HTTPException(404)
  return toWebhook(row)
}

/**
 * Creates a webhook. The answer contains its secret, which is not shown again.
 *
 * @throws FieldError for an address that is not allowed, or too many webhooks.
 */
export async function addWebhook(
  { db, config, secrets, jobs }: WebhookDeps,
  owner: WebhookOwner,
  { url, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  const address = readWebhookAddress(url, config)
  const secret = createSecret()
  return db.transaction(async (tx) => {
    await requireRoom(tx, owner)
    const [row] = await tx
      .insert(webhooks)
      .values({
        ...owner,
        url: address,
        events,
        sealedSecret: sealSecret(secrets, secret, ownerIdOf(owner)),
      })
      .returning({ id: webhooks.id })
    if (!row) throw new Error('insert returned no row')
    await recordChange(tx, owner, 'create', address)
    if (events.includes(CLICKS)) await startCounting(tx, jobs, row.id)
    return { ...(await readWebhook(tx, { owner, id: row.id })), secret }
  })
}

/** Changes a webhook. Starting a disabled one again clears its state. */
export async function editWebhook(
  { db, config, jobs }: WebhookDeps,
  { owner, id }: OwnId,
  { url, events, is_active }: WebhookEdit,
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const before = await requireWebhook(tx, owner, id)
    const isStarted = is_active === true && before.disabledAt !== null
    const changes = {
      ...(url !== undefined && { url: readWebhookAddress(url, config) }),
      ...(events !== undefined && { events }),
      ...(isStarted && { disabledAt: null, disabledReason: null, endingsUntil: sql`now()` }),
      ...(is_active === false &&
        !before.disabledAt && { disabledAt: sql`now()`, disabledReason: 'paused' as const }),
    }
    if (Object.keys(changes).length > 0)
      await tx.update(webhooks).set(changes).where(ownWebhook(owner, id))
    const after = await requireWebhook(tx, owner, id)
    if (!isDeepStrictEqual(before, after))
      await recordChange(tx, owner, 'edit', after.url, before.url)
    if (is_active === false) await dropWaiting(tx, id)
    const hasClicks = (events ?? before.events).includes(CLICKS)
    if (hasClicks && (isStarted || !before.events.includes(CLICKS)))
      await startCounting(tx, jobs, id)
    return readWebhook(tx, { owner, id })
  })
}

/** Ends all further attempts of a webhook. Its deliveries stay in the log as failed. */
export async function dropWaiting(tx: DbOrTx, webhookId: number): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', dueAt: null })
    .where(
      sql`${webhookDeliveries.webhookId} = ${webhookId} and ${webhookDeliveries.dueAt} is not null`,
    )
}

/** Deletes a webhook and its log. */
export async function deleteWebhook(db: Db, { owner, id }: OwnId): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .delete(webhooks)
      .where(ownWebhook(owner, id))
      .returning({ url: webhooks.url })
    if (!row) throw new HTTPException(404)
    await recordChange(tx, owner, 'delete', row.url)
  })
}

/** Creates a new secret and returns it. The previous one signs too for a day. */
export async function replaceSecret(
  { db, secrets }: WebhookDeps,
  { owner, id }: OwnId,
): Promise<WebhookWithSecret> {
  const secret = createSecret()
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(webhooks)
      .set({
        sealedSecret: sealSecret(secrets, secret, ownerIdOf(owner)),
        sealedOldSecret: webhooks.sealedSecret,
        oldSecretEndsAt: sql`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
      })
      .where(ownWebhook(owner, id))
      .returning({ url: webhooks.url })
    if (!row) throw new HTTPException(404)
    await recordChange(tx, owner, 'secret', row.url)
    return { ...(await readWebhook(tx, { owner, id })), secret }
  })
}

/** Records a change of a user's webhook. The webhooks of a brand belong to no account. */
async function recordChange(
  tx: Tx,
  owner: WebhookOwner,
  event: AccountEvent,
  url: string,
  urlBefore = url,
): Promise<void> {
  if (!('userId' in owner)) return
  const [name, nameBefore] = [plainUrl(url), plainUrl(urlBefore)]
  await recordAccountChange(tx, { ...owner, thing: 'webhook', event, name, nameBefore })
}

/** Returns host and path of an address. Its query may contain a secret. */
function plainUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

/** Locks the owner, so that two simultaneous calls cannot both add the last webhook. */
async function requireRoom(tx: Tx, owner: WebhookOwner): Promise<void> {
  if ('userId' in owner)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.userId)).for('update')
  else
    await tx
      .select({ id: brands.id })
      .from(brands)
      .where(eq(brands.id, owner.brandId))
      .for('update')
  const [row] = await tx.select({ webhooks: count() }).from(webhooks).where(ownedBy(owner))
  if ((row?.webhooks ?? 0) >= MAX_WEBHOOKS)
    throw new FieldError('non_field_errors', `You have ${MAX_WEBHOOKS} webhooks. Delete one first.`)
}

const numberOf = (status: 'delivered' | 'failed') => sql<number>`(
  select count(*)::int from ${webhookDeliveries}
  where ${webhookDeliveries.webhookId} = ${webhooks.id}
    and ${webhookDeliveries.status} = ${status})`

/** Number of failures in a row. PostgreSQL uses the index only for its order, `nulls last`. */
const recentFailures = sql<number>`(
  select count(*) filter (where failed)::int from (
    select bool_and(${webhookDeliveries.problem} is not null) over latest_first as failed
    from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${webhooks.id}
      and ${webhookDeliveries.attemptedAt} is not null
    window latest_first as (
      order by ${webhookDeliveries.attemptedAt} desc nulls last,
        ${webhookDeliveries.id} desc nulls last)
    limit ${MAX_RECENT_FAILURES}) as recent)`

const selectWebhooks = (db: DbOrTx) =>
  db
    .select({
      webhook: webhooks,
      isOldSecretValid: gt(webhooks.oldSecretEndsAt, sql`now()`),
      last: webhookDeliveries,
      recentFailures,
      delivered: numberOf('delivered'),
      failed: numberOf('failed'),
    })
    .from(webhooks)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.id, webhooks.lastDeliveryId))
    .$dynamic()

type FullWebhook = Awaited<ReturnType<typeof selectWebhooks>>[number]

function toWebhook({ webhook, isOldSecretValid, last, ...numbers }: FullWebhook): Webhook {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events as Webhook['events'],
    created_at: webhook.createdAt.toISOString(),
    is_active: webhook.disabledAt === null,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    disabled_reason: webhook.disabledReason,
    old_secret_until: isOldSecretValid ? (webhook.oldSecretEndsAt?.toISOString() ?? null) : null,
    last_delivery: last && lastDelivery(last),
    recent_failures: numbers.recentFailures,
    delivered: numbers.delivered,
    failed: numbers.failed,
  }
}

const lastDelivery = (row: typeof webhookDeliveries.$inferSelect): Webhook['last_delivery'] => ({
  id: row.id,
  event: row.event as WebhookWithSecret['events'][number],
  status: row.status,
  attempted_at: (row.attemptedAt ?? row.createdAt).toISOString(),
  response_status: row.responseStatus,
  problem: row.problem,
})

import { eq } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import type { Counts } from '../../platform/metrics/counts.ts'
import { webhooks } from '../../platform/db/schema.ts'
import { openConnection, type Connection } from '../../platform/fetcher/connection.ts'
import { addressCheck } from '../../platform/fetcher/foreign-url.ts'
import { botName } from '../../platform/fetcher/outbound.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { attempt, failureOf, unsent, type Outcome } from './attempt.ts'
import {
  claimDeliveries,
  findDueWebhooks,
  returnDeliveries,
  type DueDelivery,
} from './due-deliveries.ts'
import { eventBodies } from './event-bodies.ts'
import { settle } from './settle.ts'
import type { WebhookRow } from './webhook-owner.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { validSecrets } from './webhook-secrets.ts'

/** Maximum number of webhooks that are served at the same time. */
const MAX_LANES = 100
/** Maximum number of simultaneous requests to one webhook. */
const SOCKETS = 16
/** Number of deliveries that are claimed at once while the receiver answers without errors. */
const MAX_BATCH = 256
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
/** Time after which no further delivery of a batch is started. Claims end later than that. */
const BATCH_MS = 10_000
const STOP_MS = 2000

type SenderDeps = Pick<Deps, 'db' | 'config' | 'secrets' | 'jobs' | 'log'> & {
  counts: Pick<Counts, 'webhookAttempts'>
}

/**
 * Creates the sender. Each webhook with due deliveries has its own lane, so that a receiver that
 * hangs does not delay others.
 */
export function createWebhookSender(deps: SenderDeps): WebhookSender {
  const lanes = new Map<number, Promise<void>>()
  const stopping = new AbortController()
  let search: Promise<void> | undefined
  let isSearchNeeded = false

  async function openLanes() {
    while (isSearchNeeded && !stopping.signal.aborted) {
      isSearchNeeded = false
      const limit = MAX_LANES - lanes.size
      const ids =
        limit > 0 ? await findDueWebhooks(deps.db, { except: [...lanes.keys()], limit }) : []
      for (const id of ids) lanes.set(id, runLane(id))
    }
  }

  async function runLane(id: number) {
    let isDone = false
    try {
      await serve(deps, id, stopping.signal)
      isDone = true
    } catch (error) {
      deps.log.warn('webhooks: a delivery is tried again later', { error, webhook: id })
    } finally {
      lanes.delete(id)
    }
    // Another delivery may have become due after the last one was claimed.
    if (isDone) wake()
  }

  function wake() {
    isSearchNeeded = true
    if (stopping.signal.aborted) return
    search ??= openLanes()
      .catch((error: unknown) => deps.log.warn('webhooks: cannot read what is due', { error }))
      .finally(() => {
        search = undefined
        // A call that came after the last look at the database needs another one.
        if (isSearchNeeded) wake()
      })
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      await withTimeout(STOP_MS, Promise.allSettled([search, ...lanes.values()]), undefined)
    },
  }
}

/** Sends deliveries of one webhook until none is due. */
async function serve(deps: SenderDeps, id: number, signal: AbortSignal): Promise<void> {
  let size = SOCKETS
  while (!signal.aborted) {
    const [webhook] = await deps.db.select().from(webhooks).where(eq(webhooks.id, id))
    const batch = webhook ? await claimDeliveries(deps.db, id, size) : []
    if (!webhook || batch.length === 0) return
    const outcomes = await sendBatch(deps, webhook, { batch, signal })
    const sent = batch.flatMap((delivery) => {
      const outcome = outcomes.get(delivery.id)
      return outcome ? [{ delivery, outcome }] : []
    })
    await settle(deps, id, sent)
    for (const { outcome } of sent)
      deps.counts.webhookAttempts[outcome.problem === null ? 'delivered' : 'failed'] += 1
    await returnDeliveries(
      deps.db,
      batch.flatMap((delivery) => (outcomes.has(delivery.id) ? [] : [delivery.id])),
    )
    const isFine = sent.length > 0 && sent.every(({ outcome }) => outcome.problem === null)
    size = isFine ? Math.min(MAX_BATCH, size * 4) : SOCKETS
  }
}

type Batch = { batch: DueDelivery[]; signal: AbortSignal }

/** Sends a batch and returns results by id. Stops at the first failure. */
async function sendBatch(
  deps: SenderDeps,
  webhook: WebhookRow,
  { batch, signal }: Batch,
): Promise<Map<number, Outcome>> {
  const secrets = validSecrets(deps.secrets, webhook)
  if (secrets.length === 0) return toMap(batch.map((one) => unsent(one, 'unreadable_secret')))
  let connection: Connection
  try {
    connection = openConnection(webhook.url, {
      isAllowed: addressCheck(deps.config),
      userAgent: botName(deps.config),
      sockets: SOCKETS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
  } catch (error) {
    return toMap(batch.map((one) => unsent(one, failureOf(error))))
  }
  try {
    const bodies = await eventBodies(deps, webhook, batch)
    return await sendAll(batch, signal, (delivery) =>
      attempt(
        connection,
        {
          id: delivery.id,
          messageId: delivery.message_id,
          body: bodies.get(delivery.id) ?? '',
        },
        secrets,
      ),
    )
  } finally {
    connection.close()
  }
}

/**
 * Sends over all sockets until the batch ends, one delivery fails, or the batch takes too long. The
 * results of a stopping server are dropped, because it ended the requests itself.
 */
async function sendAll(
  batch: DueDelivery[],
  signal: AbortSignal,
  send: (delivery: DueDelivery) => Promise<Outcome>,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const end = Date.now() + BATCH_MS
  let next = 0
  let hasFailed = false
  async function sendNext(): Promise<void> {
    while (!hasFailed && !signal.aborted && Date.now() < end) {
      const delivery = batch[next++]
      if (!delivery) return
      const outcome = await send(delivery)
      if (outcome.problem !== null) {
        if (signal.aborted) return
        hasFailed = true
      }
      outcomes.set(delivery.id, outcome)
    }
  }
  await Promise.all(Array.from({ length: SOCKETS }, sendNext))
  return outcomes
}

const toMap = (outcomes: Outcome[]) => new Map(outcomes.map((one) => [one.id, one]))

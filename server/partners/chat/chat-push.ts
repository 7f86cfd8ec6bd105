import { setMaxListeners } from 'node:events'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { PushPayload } from '#contract/people/devices.ts'
import { shortenText } from '#contract/text/graphemes.ts'
import { DROP_AFTER_MS, hashTopic, secondsLeft } from '../../people/activity/deliveries.ts'
import { countUnreadItems } from '../../people/activity/unread-items.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import {
  brands,
  chatChannels,
  chatMessages,
  devices,
  sessions,
  users,
} from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { ChatDelivery } from '../../platform/jobs/job-types.ts'
import { createTurns } from '../../platform/limit/turns.ts'
import { withDefaults } from '../../people/profile/settings.ts'
import { pushBody } from '../../people/push/push-body.ts'
import type { PushTarget } from '../../people/push/push-sender.ts'
import { settlePush } from '../../people/push/settle-push.ts'
import { SUPPORT_NAME } from './channels.ts'
import { hasStream } from './presence.ts'
import { isValidSession } from '../../people/accounts/sessions.ts'

const MAX_ATTEMPTS = 25
const CONCURRENCY = 16
/** Maximum number of characters of a message in a notification. */
const MAX_SHOWN_LENGTH = 140

/**
 * Queues a notification for each device of the user, in the transaction that writes the message.
 * Does nothing if the user has a stream open in any process, because the message is already visible
 * there.
 */
export async function queuePushes(tx: Tx, userId: string, messageId: string): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job('chat-push',
      json_agg(json_build_object('messageId', ${messageId}::text, 'deviceId', ${devices.id})),
      max_attempts := ${MAX_ATTEMPTS}::int)
    from ${devices}
    where ${devices.userId} = ${userId}::uuid and not ${hasStream(userId)}
    having count(*) > 0`)
}

/**
 * Sends a batch of notifications. Each has its own promise, so that failed ones are retried
 * separately, for a day.
 */
export async function chatPush(
  deps: Deps,
  deliveries: ChatDelivery[],
  signal: AbortSignal,
): Promise<Promise<void>[]> {
  const ready = await readDuePushes(deps.db, deliveries)
  const turns = createTurns({ maxRunning: CONCURRENCY })
  setMaxListeners(0, signal)
  return deliveries.map(async (delivery) => {
    const message = ready.get(keyOf(delivery))
    if (message) await turns.run(() => deliver(deps, delivery, message, signal))
  })
}

const keyOf = ({ messageId, deviceId }: ChatDelivery) => `${messageId} ${deviceId}`

type ReadyPush = {
  target: PushTarget
  refusedSince: Date | null
  payload: PushPayload
  ttlSeconds: number
}

async function deliver(
  deps: Deps,
  delivery: ChatDelivery,
  message: ReadyPush,
  signal: AbortSignal,
) {
  const { target, payload, ttlSeconds } = message
  const body = pushBody(payload)
  const notification = { payload: body, urgency: 'normal', ttlSeconds, topic: payload.tag } as const
  const outcome = await deps.push.send(target, notification, signal)
  const sentTo = { ...message, deviceId: delivery.deviceId }
  const seconds = await settlePush(deps, sentTo, outcome)
  if (seconds === undefined) return
  const runAt = new Date(Date.now() + seconds * 1000)
  await deps.jobs.add(deps.db, 'chat-push', [delivery], { runAt })
}

/**
 * Returns the notifications that are still due: unread, recent enough, enabled in the settings, and
 * with a valid session.
 */
async function readDuePushes(db: Db, wanted: ChatDelivery[]): Promise<Map<string, ReadyPush>> {
  const rows = await db
    .select({
      message: chatMessages,
      channelId: chatChannels.id,
      brandName: brands.name,
      device: devices,
      notifications: users.notifications,
    })
    .from(chatMessages)
    .innerJoin(chatChannels, eq(chatChannels.id, chatMessages.channelId))
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .innerJoin(devices, eq(devices.userId, users.id))
    .innerJoin(sessions, eq(sessions.id, devices.sessionId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .where(
      and(
        inArray(chatMessages.id, [...new Set(wanted.map(({ messageId }) => messageId))]),
        inArray(
          devices.id,
          wanted.map(({ deviceId }) => deviceId),
        ),
        lt(chatChannels.personRead, chatMessages.sequence),
        isValidSession,
        gt(chatMessages.createdAt, new Date(Date.now() - DROP_AFTER_MS)),
      ),
    )
  const enabled = rows.filter(({ notifications }) => {
    const { push, chat } = withDefaults(notifications)
    return push && chat
  })
  const bell = await countUnreadItems(
    db,
    enabled.map(({ device }) => device.userId),
  )
  return new Map(
    enabled.map((row) => [
      keyOf({ messageId: row.message.id, deviceId: row.device.id }),
      toReady(row, bell.get(row.device.userId) ?? 0),
    ]),
  )
}

type Row = {
  message: typeof chatMessages.$inferSelect
  channelId: string
  brandName: string | null
  device: typeof devices.$inferSelect
}

function toReady({ message, channelId, brandName, device }: Row, unread: number): ReadyPush {
  const { endpoint, p256dh, auth, refusedSince } = device
  return {
    target: { endpoint, p256dh, auth },
    refusedSince,
    payload: {
      // Chat messages are not activity items, so they have no id and do not change the count of
      // unread items.
      id: 0,
      title: brandName ?? SUPPORT_NAME,
      text: notificationText(message.text),
      url: `/partners/chat/${channelId}`,
      group: 'chat',
      tag: hashTopic(`chat:${channelId}`),
      unread,
    },
    ttlSeconds: secondsLeft(message.createdAt),
  }
}

function notificationText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line === '') return 'Sent a picture.'
  return shortenText(line, MAX_SHOWN_LENGTH)
}

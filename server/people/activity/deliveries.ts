import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { PushPayload } from '#contract/people/devices.ts'
import type { Db } from '../../platform/db/client.ts'
import { activityItems, devices, links, sessions, users } from '../../platform/db/schema.ts'
import { part } from '../../platform/db/sql.ts'
import type { Delivery } from '../../platform/jobs/job-types.ts'
import { textOf } from './activity-presenter.ts'
import { kindOf } from './activity-kinds.ts'
import { countUnreadItems } from './unread-items.ts'
import { withDefaults } from '../profile/settings.ts'
import { isValidSession } from '../accounts/sessions.ts'

/** Maximum number of push messages per job. A failed message gets a retry of its own. */
const DELIVERIES_PER_JOB = 100
/**
 * Time in milliseconds after which an undelivered message is dropped. The list in the app still
 * shows it.
 */
export const DROP_AFTER_MS = 24 * 60 * 60 * 1000
/** Number of attempts whose back-off in the queue reaches those 24 hours. */
const MAX_ATTEMPTS = 25

/**
 * Part of the SQL statement that stores activity items: queues push messages to all devices of a
 * user. Only the latest item per user and topic is sent, so a link that reaches 10 and 100 clicks
 * at once causes one message.
 */
export const queuedDeliveries = part`
  latest as (
    select distinct on (user_id, topic) id, user_id from told where topic is not null
    order by user_id, topic, id desc
  ),
  waiting as (
    select latest.id as item_id, devices.id as device_id,
      (row_number() over (order by latest.id, devices.id) - 1) / ${DELIVERIES_PER_JOB}::int as lot
    from latest join devices using (user_id)
  ),
  deliveries as materialized (
    select graphile_worker.add_job('push',
      json_agg(json_build_object('itemId', item_id, 'deviceId', device_id)),
      max_attempts := ${MAX_ATTEMPTS}::int)
    from waiting group by lot
  )`

export type ReadyDelivery = Delivery & {
  target: { endpoint: string; p256dh: string; auth: string }
  /** Time when the push service first refused this device without a success since; null if none. */
  refusedSince: Date | null
  payload: PushPayload
  urgency: 'low' | 'normal'
  ttlSeconds: number
}

/**
 * Returns the messages that are still to be sent: the session is active, the category is switched
 * on, the item is unread and not too old.
 */
export async function readDeliveries(db: Db, deliveries: Delivery[]): Promise<ReadyDelivery[]> {
  const rows = await db
    .select({
      item: activityItems,
      device: devices,
      link: { name: links.name },
      notifications: users.notifications,
    })
    .from(activityItems)
    .innerJoin(devices, eq(devices.userId, activityItems.userId))
    .innerJoin(sessions, eq(sessions.id, devices.sessionId))
    .innerJoin(users, eq(users.id, activityItems.userId))
    .leftJoin(links, eq(links.id, activityItems.linkId))
    .where(
      and(
        inArray(activityItems.id, [...new Set(deliveries.map(({ itemId }) => itemId))]),
        inArray(
          devices.id,
          deliveries.map(({ deviceId }) => deviceId),
        ),
        isNull(activityItems.readAt),
        isValidSession,
        gt(activityItems.createdAt, new Date(Date.now() - DROP_AFTER_MS)),
      ),
    )
  const allowed = rows.filter(({ item, notifications }) => {
    const settings = withDefaults(notifications)
    return settings.push && settings[item.group]
  })
  const unread = await countUnreadItems(
    db,
    allowed.map(({ item }) => item.userId),
  )
  return allowed.flatMap((row) => toReadyDelivery(row, unread.get(row.item.userId) ?? 1) ?? [])
}

type Row = {
  item: typeof activityItems.$inferSelect
  device: typeof devices.$inferSelect
  link: { name: string } | null
}

function toReadyDelivery({ item, device, link }: Row, unread: number): ReadyDelivery | undefined {
  const kind = kindOf(item.kind)
  if (!kind?.push) return undefined
  const { subject, text } = textOf({ item, link })
  const { id: deviceId, endpoint, p256dh, auth, refusedSince } = device
  return {
    itemId: item.id,
    deviceId,
    target: { endpoint, p256dh, auth },
    refusedSince,
    payload: {
      id: item.id,
      title: subject,
      text: text.charAt(0).toUpperCase() + text.slice(1),
      url: kind.url(item.linkId, item.details),
      group: item.group,
      tag: hashTopic(kind.push.topic(item.linkId)),
      unread,
    },
    urgency: kind.push.urgency,
    ttlSeconds: secondsLeft(item.createdAt),
  }
}

/** Returns the number of seconds until a message of this time is dropped. */
export const secondsLeft = (createdAt: Date): number =>
  Math.max(0, Math.floor((createdAt.getTime() + DROP_AFTER_MS - Date.now()) / 1000))

/**
 * Returns a topic of at most 32 characters. It is hashed so that the push service cannot read it.
 */
export const hashTopic = (topic: string) =>
  createHash('sha256').update(topic).digest('base64url').slice(0, 32)

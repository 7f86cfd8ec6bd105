import { createHash } from 'node:crypto'
import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { PushPayload } from '#contract/devices.ts'
import type { Db } from '../../platform/db/client.ts'
import { activityItems, devices, links, sessions, users } from '../../platform/db/schema.ts'
import { part } from '../../platform/db/sql.ts'
import type { Delivery } from '../../platform/jobs/job-types.ts'
import { wordsOf } from './activity-presenter.ts'
import { kindOf } from './activity-kinds.ts'
import { withDefaults } from '../profile/settings.ts'

/** So many deliveries share a job; those that fail are tried again by themselves. */
const IN_ONE_JOB = 100
/** What is not delivered by then is dropped; the list has it (D-81). */
export const DROP_AFTER_MS = 24 * 60 * 60 * 1000
/** Until the back-off of the queue has reached those 24 hours. */
const MAX_ATTEMPTS = 25

/**
 * A part of the statement that tells people: messages for all their devices, in the caller's transaction.
 * A person's latest of each topic: who passed 1, 10 and 100 clicks at once gets one message.
 */
export const queuedDeliveries = part`
  latest as (
    select distinct on (user_id, topic) id, user_id from told where topic is not null
    order by user_id, topic, id desc
  ),
  waiting as (
    select latest.id as item_id, devices.id as device_id,
      (row_number() over (order by latest.id, devices.id) - 1) / ${IN_ONE_JOB}::int as lot
    from latest join devices using (user_id)
  ),
  deliveries as materialized (
    select graphile_worker.add_job('push',
      json_agg(json_build_object('itemId', item_id, 'deviceId', device_id)),
      max_attempts := ${MAX_ATTEMPTS}::int)
    from waiting group by lot
  )`

export type Ready = Delivery & {
  target: { endpoint: string; p256dh: string; auth: string }
  /** Time of the first of the refusals in a row by the push service; null without any. */
  refusedSince: Date | null
  payload: PushPayload
  urgency: 'low' | 'normal'
  ttlSeconds: number
}

/**
 * Those of the deliveries that are still wanted: the session holds, the person has not switched them
 * off nor read the item, and it is not too late.
 */
export async function readDeliveries(db: Db, wanted: Delivery[]): Promise<Ready[]> {
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
        inArray(activityItems.id, [...new Set(wanted.map(({ itemId }) => itemId))]),
        inArray(
          devices.id,
          wanted.map(({ deviceId }) => deviceId),
        ),
        isNull(activityItems.readAt),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        gt(activityItems.createdAt, new Date(Date.now() - DROP_AFTER_MS)),
      ),
    )
  const told = rows.filter(({ item, notifications }) => {
    const settings = withDefaults(notifications)
    return settings.push && settings[item.group]
  })
  const unread = await unreadOf(
    db,
    told.map(({ item }) => item.userId),
  )
  return told.flatMap((row) => toReady(row, unread.get(row.item.userId) ?? 1) ?? [])
}

type Row = {
  item: typeof activityItems.$inferSelect
  device: typeof devices.$inferSelect
  link: { name: string } | null
}

function toReady({ item, device, link }: Row, unread: number): Ready | undefined {
  const kind = kindOf(item.kind)
  if (!kind?.push) return undefined
  const { subject, says } = wordsOf({ item, link })
  const { id: deviceId, endpoint, p256dh, auth, refusedSince } = device
  return {
    itemId: item.id,
    deviceId,
    target: { endpoint, p256dh, auth },
    refusedSince,
    payload: {
      id: item.id,
      title: subject,
      text: says.charAt(0).toUpperCase() + says.slice(1),
      url: kind.opens(item.linkId, item.details),
      group: item.group,
      tag: topicOf(kind.push.topic(item.linkId)),
      unread,
    },
    urgency: kind.push.urgency,
    ttlSeconds: Math.max(
      0,
      Math.floor((item.createdAt.getTime() + DROP_AFTER_MS - Date.now()) / 1000),
    ),
  }
}

/** A topic may have 32 characters, and says nothing to the service that reads it. */
const topicOf = (topic: string) =>
  createHash('sha256').update(topic).digest('base64url').slice(0, 32)

async function unreadOf(db: Db, userIds: string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: activityItems.userId, unread: count() })
    .from(activityItems)
    .where(and(inArray(activityItems.userId, [...new Set(userIds)]), isNull(activityItems.readAt)))
    .groupBy(activityItems.userId)
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

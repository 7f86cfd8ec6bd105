import { and, asc, eq, sql } from 'drizzle-orm'
import type { ChatReadEvent } from '#contract/partners/chat.ts'
import type { Db } from '../../platform/db/client.ts'
import { brands, chatChannels, chatEvents, chatMessages, users } from '../../platform/db/schema.ts'
import { channelsById, namesColumns, toMessage } from './presenter.ts'
import { eventText } from './stream.ts'

/** Maximum number of events of one user per query. */
export const MAX_EVENTS_PER_USER = 50

export type StreamEvent = { userId: string; number: number; text: string }

/**
 * Returns the events of these users after the given numbers, in order, with one query for all
 * users.
 */
export async function readEvents(db: Db, after: Map<string, number>): Promise<StreamEvent[]> {
  const wanted = sql`unnest(${sql.param([...after.keys()])}::uuid[],
    ${sql.param([...after.values()])}::bigint[]) as wanted(user_id, after)`
  const rows = await db
    .select({ event: chatEvents, message: chatMessages, ...namesColumns })
    .from(wanted)
    .innerJoin(
      chatEvents,
      and(
        sql`${chatEvents.userId} = wanted.user_id and ${chatEvents.number} > wanted.after`,
        // Numbers have no gaps, so this limits the number of rows.
        sql`${chatEvents.number} <= wanted.after + ${MAX_EVENTS_PER_USER}`,
      ),
    )
    .innerJoin(chatChannels, eq(chatChannels.id, chatEvents.channelId))
    .innerJoin(users, eq(users.id, chatEvents.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.channelId, chatEvents.channelId),
        eq(chatMessages.sequence, chatEvents.sequence),
      ),
    )
    .orderBy(asc(chatEvents.userId), asc(chatEvents.number))
  const others = rows.filter(({ event }) => event.kind !== 'message')
  const channels = await channelsById(db, [...new Set(others.map(({ event }) => event.channelId))])
  const unread = await countUnread(
    db,
    others.filter(({ event }) => event.kind === 'read').map(({ event }) => event.userId),
  )
  return rows.flatMap(({ event, message, ...names }) => {
    const { userId, number, kind } = event
    const channel = channels.get(event.channelId)?.shown
    const toEvents = (data: unknown) => [{ userId, number, text: eventText(kind, data) }]
    if (message) return toEvents(toMessage(message, names))
    // The channel was deleted between the two queries, with its user.
    if (!channel) return []
    if (kind === 'channel') return toEvents(channel)
    return toEvents({
      channel: channel.url,
      read_sequence: channel.read_sequence,
      unread_count: channel.unread_count,
      total_unread: unread.get(userId) ?? 0,
    } satisfies ChatReadEvent)
  })
}

async function countUnread(db: Db, userIds: string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: chatChannels.userId, unread: sql<number>`count(*)::int` })
    .from(chatChannels)
    .innerJoin(
      chatMessages,
      and(
        eq(chatMessages.channelId, chatChannels.id),
        eq(chatMessages.author, 'other'),
        sql`${chatMessages.sequence} > ${chatChannels.personRead}`,
      ),
    )
    .where(sql`${chatChannels.userId} = any(${sql.param([...new Set(userIds)])}::uuid[])`)
    .groupBy(chatChannels.userId)
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

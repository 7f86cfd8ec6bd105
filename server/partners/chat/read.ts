import { and, lt, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Db } from '../../platform/db/client.ts'
import { chatChannels } from '../../platform/db/schema.ts'
import { totalUnread, unreadCount } from './channels.ts'
import { addEvent } from './chat-events.ts'

/**
 * Marks messages as read by the user and tells the user's other devices. A lower number changes
 * nothing.
 */
export function markReadByUser(db: Db, where: SQL | undefined, sequence: number) {
  return db.transaction(async (tx) => {
    const upTo = sql<number>`least(${sequence}::int, ${chatChannels.lastSequence})`
    const [moved] = await tx
      .update(chatChannels)
      .set({ personRead: upTo })
      .where(and(where, lt(chatChannels.personRead, upTo)))
      .returning()
    const [channel] = moved ? [moved] : await tx.select().from(chatChannels).where(where)
    if (!channel) throw new HTTPException(404)
    const { id: channelId, userId } = channel
    if (moved) await addEvent(tx, userId, { kind: 'read', channelId })
    const [row] = await tx
      .select({ unread: unreadCount(userId, channelId) })
      .from(sql`(select 1) as one`)
    return { unread_count: row?.unread ?? 0, total_unread: await totalUnread(tx, userId) }
  })
}

/**
 * Marks messages as read by the other side, which the user can see. Returns false if there is no
 * such channel.
 */
export function markReadByOther(
  db: Db,
  where: SQL | undefined,
  sequence: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const upTo = sql<number>`least(${sequence}::int, ${chatChannels.lastSequence})`
    const [moved] = await tx
      .update(chatChannels)
      .set({ otherRead: upTo, otherReadAt: sql`now()` })
      .where(and(where, lt(chatChannels.otherRead, upTo)))
      .returning()
    if (moved) {
      await addEvent(tx, moved.userId, { kind: 'channel', channelId: moved.id })
      return true
    }
    const there = await tx.select({ id: chatChannels.id }).from(chatChannels).where(where)
    return there.length > 0
  })
}

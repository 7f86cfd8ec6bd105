import { and, count, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { activityItems } from '../../platform/db/schema.ts'

/** Counts the unread items of several users. Users without any are missing. */
export async function countUnreadItems(db: Db, userIds: string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: activityItems.userId, unread: count() })
    .from(activityItems)
    .where(and(inArray(activityItems.userId, [...new Set(userIds)]), isNull(activityItems.readAt)))
    .groupBy(activityItems.userId)
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ActivityGroup, ActivityPage, Unreads } from '#contract/activity.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { activityItems, links, uploads } from '../../platform/db/schema.ts'
import { toActivityItem } from './activity-presenter.ts'

/**
 * Selects the items of a user. Every query of this file uses it, so a call can only see or change
 * items of its own user.
 */
const ownItems = (userId: string, group?: ActivityGroup) =>
  and(eq(activityItems.userId, userId), group && eq(activityItems.group, group))

/** Returns a page of activity items, newest first. */
export async function listActivity(
  db: DbOrTx,
  userId: string,
  { page, group }: { page: number; group?: ActivityGroup },
): Promise<ActivityPage> {
  const rows = await selectItems(db)
    .where(ownItems(userId, group))
    .orderBy(desc(activityItems.createdAt), desc(activityItems.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE)
  return {
    notifications: rows.slice(0, PAGE_SIZE).map(toActivityItem),
    curr_page: page,
    next_page: rows.length > PAGE_SIZE ? page + 1 : null,
  }
}

/** Selects items with the current name and picture of their link. */
const selectItems = (db: DbOrTx) =>
  db
    .select({
      item: activityItems,
      link: {
        name: links.name,
        imageKey: links.imageKey,
        customImageParams: links.customImageParams,
      },
      ownImageKey: uploads.imageKey,
    })
    .from(activityItems)
    .leftJoin(links, eq(links.id, activityItems.linkId))
    .leftJoin(uploads, eq(uploads.id, links.customImageUploadId))

/** Counts the unread items of a user, in total and per group. */
export async function countUnread(db: DbOrTx, userId: string): Promise<Unreads> {
  const rows = await db
    .select({ group: activityItems.group, unread: count() })
    .from(activityItems)
    .where(and(ownItems(userId), isNull(activityItems.readAt)))
    .groupBy(activityItems.group)
  const groups = { clicks: 0, commission: 0, special: 0 }
  for (const { group, unread } of rows) groups[group] = unread
  return { total: rows.reduce((sum, { unread }) => sum + unread, 0), groups }
}

/** Marks one item, a group or all items as read. */
export async function markRead(
  db: DbOrTx,
  userId: string,
  { group, id }: { group?: ActivityGroup; id?: number },
): Promise<void> {
  await db
    .update(activityItems)
    .set({ readAt: sql`now()` })
    .where(
      and(
        ownItems(userId, group),
        isNull(activityItems.readAt),
        id === undefined ? undefined : eq(activityItems.id, id),
      ),
    )
}

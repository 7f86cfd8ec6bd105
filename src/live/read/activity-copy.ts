import { listActivity } from '#api/activity.ts'
import { quiet } from '#http/client.ts'
import type { ActivityGroup, ActivityItem } from '#contract/activity.ts'
import { openCopy, type Dated } from './copies.ts'

export type Group = ActivityGroup | 'all'

/** Part of the notification list that has been loaded. */
export type LoadedActivity = { items: ActivityItem[]; next: number | null; pages: number }

/** Returns the name of the list's copy on this device. */
export const activityKey = (group: Group) => `activity ${group}`

/**
 * Stores the newest notifications, so that they can be read offline even if the list was never
 * opened.
 */
export async function storeNewestActivity(unread: number): Promise<void> {
  const copy = openCopy<Dated<LoadedActivity>>(activityKey('all'))
  /** Number of unread notifications in all groups when the newest were stored. */
  const unreadCopy = openCopy<number>('activity-unread')
  if ((await unreadCopy.read()) === unread) return
  const requestedAt = Date.now()
  const { notifications: items, next_page: next } = await listActivity(null, 1, quiet)
  // The list was opened meanwhile and may show more than one page.
  if (((await copy.read())?.at ?? 0) >= requestedAt) return
  copy.keep({ value: { items, next, pages: 1 }, at: Date.now() })
  unreadCopy.keep(unread)
}

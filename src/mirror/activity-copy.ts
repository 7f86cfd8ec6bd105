import { listActivity } from '#api/activity.ts'
import { quiet } from '#api/http.ts'
import type { ActivityGroup, ActivityItem } from '#contract/activity.ts'
import { openCopy } from './copies.ts'

export type Group = ActivityGroup | 'all'

/** A list of notifications as it was read last. */
export type ActivityCopy = {
  items: ActivityItem[]
  nextPage: number | null
  pages: number
  /** How many of all groups were unread then. */
  unread: number
  at: number
}

/** Of more, a person who reads offline has no use, and their device no room. */
const MAX_PAGES = 5

export function activityCopy(group: Group) {
  const own = openCopy<ActivityCopy>(`activity ${group}`)
  const all = openCopy<ActivityCopy>('activity all')
  return {
    /** A group that was never opened is what the list of all has of it. */
    read: async () => (await own.read()) ?? of(group, await all.read()),
    keep: (copy: ActivityCopy) => copy.pages <= MAX_PAGES && own.keep(copy),
  }
}

const of = (group: Group, all: ActivityCopy | null): ActivityCopy | null =>
  all && { ...all, items: all.items.filter((item) => item.group === group), nextPage: null }

/** The newest, so that they can be read offline though nobody has opened the list yet. */
export async function keepNewest(unread: number): Promise<void> {
  const copy = activityCopy('all')
  if ((await copy.read())?.unread === unread) return
  const asked = Date.now()
  const { notifications: items, next_page: nextPage } = await listActivity(null, 1, quiet)
  // The list was opened meanwhile, and may show more than one page.
  if (((await copy.read())?.at ?? 0) >= asked) return
  copy.keep({ items, nextPage, pages: 1, unread, at: Date.now() })
}

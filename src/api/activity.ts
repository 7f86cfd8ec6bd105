import type { Options } from 'ky'
import * as v from 'valibot'
import { ActivityItem, type ActivityGroup, type ActivityPage } from '#contract/activity.ts'
import { V1 } from '#contract/app-constants.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

const ACTIVITY = `${V1}/activity/`
const UNREADS = `${ACTIVITY}unreads`

const item = ActivityItem.entries

/** Entry with defaults for fields that a server of another version leaves out. */
const ItemAnswer = v.object({
  id: item.id,
  group: v.fallback(item.group, 'special'),
  html: v.fallback(item.html, ''),
  text: item.text,
  url: v.fallback(item.url, null),
  image_url: v.fallback(item.image_url, null),
  created_at: v.fallback(item.created_at, '1970-01-01T00:00:00.000Z'),
  is_read: v.fallback(item.is_read, true),
})

const PageAnswer = v.object({
  notifications: rowsOf(ItemAnswer),
  curr_page: v.fallback(v.number(), 1),
  next_page: v.fallback(v.nullable(v.number()), null),
})

const LISTS: Record<ActivityGroup, string> = {
  clicks: 'user_clicks/rendered',
  commission: 'commission/rendered',
  special: 'special/rendered',
}

/** Returns a page of the activity list, of one group or of all groups. */
export const listActivity = (
  group: ActivityGroup | null,
  page: number,
  options: Options = {},
): Promise<ActivityPage> => {
  const list = group === null ? 'rendered' : LISTS[group]
  return parseAnswer(
    http.get(ACTIVITY + list, { searchParams: { page }, ...options }),
    PageAnswer,
    options,
  )
}

/** Marks one entry, a group or everything as read. */
export async function markRead(
  what: { group?: ActivityGroup; id?: number },
  options: Options = {},
): Promise<void> {
  await http.delete(UNREADS, { searchParams: what, ...options })
}

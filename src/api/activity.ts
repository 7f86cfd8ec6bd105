import type { Options } from 'ky'
import * as v from 'valibot'
import { ActivityItem, type ActivityGroup, type ActivityPage } from '#contract/activity.ts'
import { V1 } from '#contract/app-constants.ts'
import { answer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

const ACTIVITY = `${V1}/activity/`
const UNREADS = `${ACTIVITY}unreads`

const item = ActivityItem.entries

/** A line that an older or newer server writes otherwise costs at most itself (offline 34). */
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

/** A page of what the person was told, of one group or of all. */
export const listActivity = (
  group: ActivityGroup | null,
  page: number,
  options: Options = {},
): Promise<ActivityPage> => {
  const list = group === null ? 'rendered' : LISTS[group]
  return answer(
    http.get(ACTIVITY + list, { searchParams: { page }, ...options }),
    PageAnswer,
    options,
  )
}

/** Marks a group, one item, or everything read. */
export async function markRead(
  what: { group?: ActivityGroup; id?: number },
  options: Options = {},
): Promise<void> {
  await http.delete(UNREADS, { searchParams: what, ...options })
}

import * as v from 'valibot'
import { LINK_DIALOG } from './app-constants.ts'

/**
 * Groups of the activity lists, which are also the push categories a user can switch off (A-010,
 *
 */
export const ACTIVITY_GROUPS = ['clicks', 'commission', 'special'] as const
export const ActivityGroup = v.picklist(ACTIVITY_GROUPS)
export type ActivityGroup = v.InferOutput<typeof ActivityGroup>

/** Entry of an activity list. The server writes `html`; its only tag is `strong`. */
export const ActivityItem = v.object({
  id: v.number(),
  group: ActivityGroup,
  html: v.string(),
  text: v.string(),
  /** Path of the app screen that the entry opens. */
  url: v.nullable(v.string()),
  image_url: v.nullable(v.string()),
  created_at: v.string(),
  is_read: v.boolean(),
})
export type ActivityItem = v.InferOutput<typeof ActivityItem>

/** Page of an activity list. `next_page` is null on the last page. */
export const ActivityPage = v.object({
  notifications: v.array(ActivityItem),
  curr_page: v.number(),
  next_page: v.nullable(v.number()),
})
export type ActivityPage = v.InferOutput<typeof ActivityPage>

const count = v.number()

export const Unreads = v.object({
  total: count,
  groups: v.object({ clicks: count, commission: count, special: count }),
})
export type Unreads = v.InferOutput<typeof Unreads>

/**
 * Returns the path that opens the link dialog over the list of links, in its SHARE or EDIT view.
 */
export const linkPath = (uuid: string, view: 'share' | 'edit' = 'share') =>
  `${LINK_DIALOG}${view === 'edit' ? 'edit-' : ''}${uuid}`

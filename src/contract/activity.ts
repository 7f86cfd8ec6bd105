import * as v from 'valibot'
import { LINK_DIALOG } from './app-constants.ts'

/** What the lists are grouped by, and what a person can switch off for push. */
export const ACTIVITY_GROUPS = ['clicks', 'commission', 'special'] as const
export const ActivityGroup = v.picklist(ACTIVITY_GROUPS)
export type ActivityGroup = v.InferOutput<typeof ActivityGroup>

/** One line of an activity list. `html` is made by the server and holds no tag but `strong`. */
export const ActivityItem = v.object({
  id: v.number(),
  group: ActivityGroup,
  html: v.string(),
  text: v.string(),
  /** The screen of the app that it leads to. */
  url: v.nullable(v.string()),
  image_url: v.nullable(v.string()),
  created_at: v.string(),
  is_read: v.boolean(),
})
export type ActivityItem = v.InferOutput<typeof ActivityItem>

/** A page of a list; `next_page` is null after the last. */
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

/** The address that opens the link dialog over the list of links: SHARE of a link, or EDIT. */
export const linkPath = (uuid: string, view: 'share' | 'edit' = 'share') =>
  `${LINK_DIALOG}${view === 'edit' ? 'edit-' : ''}${uuid}`

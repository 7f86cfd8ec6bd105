import * as v from 'valibot'
import { Author } from '../links/history.ts'

/** Things without a history of their own. Links, pages and collections have one. */
export const ChangedThing = v.picklist([
  'widget',
  'social_link',
  'parameter_set',
  /** Deletion and order of collections. */
  'collection',
  /** Section that was changed before there was a page. */
  'section',
  'import',
  /** Problem that the check of a link found. The name is that of the link. */
  'link_problem',
  'webhook',
])
export type ChangedThing = v.InferOutput<typeof ChangedThing>

export const AccountEvent = v.picklist([
  'create',
  'edit',
  'delete',
  'restore',
  'reorder',
  'cancel',
  'hide',
  /** New secret of a webhook. */
  'secret',
])
export type AccountEvent = v.InferOutput<typeof AccountEvent>

export const AccountChange = v.object({
  id: v.number(),
  at: v.string(),
  thing: ChangedThing,
  event: AccountEvent,
  /** Name of the thing after the change, at most 200 characters. Empty if it has none. */
  name: v.string(),
  /** Name before the change; null if it stayed. */
  name_before: v.nullable(v.string()),
  by: Author,
})
export type AccountChange = v.InferOutput<typeof AccountChange>

/** Answer of GET /v2/my/members/changes/, newest first. Not in the specification. */
export const AccountChanges = v.object({
  results: v.array(AccountChange),
  next: v.nullable(v.string()),
  count: v.number(),
})
export type AccountChanges = v.InferOutput<typeof AccountChanges>

import * as v from 'valibot'

/** Cause of a change. `start` is the version before the oldest change that is kept. */
export const HistoryKind = v.picklist(['create', 'import', 'edit', 'bulk', 'restore', 'start'])
export type HistoryKind = v.InferOutput<typeof HistoryKind>

/**
 * Changed field in words. Both values are null if only the fact of the change is known, as for a
 * password.
 */
export const FieldChange = v.object({
  field: v.string(),
  label: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  /** True if the values are times in ISO 8601, UTC. */
  is_time: v.optional(v.boolean()),
})
export type FieldChange = v.InferOutput<typeof FieldChange>

/** Person or program that made a change. */
export const Author = v.object({
  kind: v.picklist(['person', 'api_key', 'app', 'operator', 'system']),
  name: v.string(),
  /** True for the user who reads the history. */
  is_you: v.boolean(),
})
export type Author = v.InferOutput<typeof Author>

export const HistoryEntry = v.object({
  id: v.number(),
  at: v.string(),
  kind: HistoryKind,
  by: Author,
  changes: v.array(FieldChange),
  /** Time of the version that was restored. Left out for other changes. */
  restored_from: v.optional(v.string()),
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/** Page of changes, newest first. */
export const HistoryPage = v.object({
  results: v.array(HistoryEntry),
  next: v.nullable(v.string()),
  count: v.number(),
})
export type HistoryPage = v.InferOutput<typeof HistoryPage>

/** Body of a restore. `latest_id` is the newest entry that the user has seen. */
export const RestoreInput = v.object({
  latest_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** Answer to a restore: what it changes, and what it cannot bring back, in words. */
export const Restored = v.object({
  changes: v.array(FieldChange),
  left_out: v.array(v.string()),
  /** Newest entry after the restore. Left out by a dry run. */
  latest_id: v.optional(v.number()),
})
export type Restored = v.InferOutput<typeof Restored>

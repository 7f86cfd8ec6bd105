import * as v from 'valibot'
import { token } from './common.ts'

/**
 * Values of the edited fields as the author saw them. If a field was changed elsewhere since then,
 * the edit is refused, unless both changes set the same value. Fields that the edit leaves
 * unchanged keep their current values.
 */
export const Base = v.optional(v.pipe(v.record(token(100), v.unknown()), v.maxEntries(100)))
export type Base = v.InferOutput<typeof Base>

/** Body of a 409: the fields that were changed elsewhere, and the current object. */
export const Conflict = v.object({
  fields: v.array(v.string()),
  latest: v.unknown(),
})
export type Conflict = v.InferOutput<typeof Conflict>

export const ConflictBody = v.object({ conflict: Conflict })

import * as v from 'valibot'
import { token } from './common.ts'

/**
 * What stood in the fields of an edit when its author saw them. A field that has another value by now
 * was changed elsewhere: the edit is refused, unless it wants that very value. Fields that the edit
 * leaves as they were keep what others made of them.
 */
export const Base = v.optional(v.pipe(v.record(token(100), v.unknown()), v.maxEntries(100)))
export type Base = v.InferOutput<typeof Base>

/** Of a 409: the fields that were changed elsewhere, and the thing as it is now. */
export const Conflict = v.object({
  fields: v.array(v.string()),
  latest: v.unknown(),
})
export type Conflict = v.InferOutput<typeof Conflict>

export const ConflictBody = v.object({ conflict: Conflict })

import * as v from 'valibot'
import { Unreads } from './activity.ts'

/**
 * Body of GET /v2/my/facts/ (ours): the little that stands around every screen, asked once the first
 * rows are painted. Whatever else the frame has to show gets a field here, not a call of its own.
 */
export const Facts = v.object({
  unread: Unreads,
  /** The Page tab then leads to its management (R-062, D-35). */
  has_page: v.boolean(),
})
export type Facts = v.InferOutput<typeof Facts>

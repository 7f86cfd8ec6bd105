import * as v from 'valibot'
import { result, text, token } from './common.ts'

/** In which a sign-in takes a deletion back. */
export const LEAVING_DAYS = 30
/** How long whoever left is told of money that became available later, and can have it. */
export const LATER_MONEY_MONTHS = 12

/** What has to be typed before the button of a deletion does anything. */
export const DELETION_WORD = 'DELETE'

/** Body of POST profile/deletion/ (A-022). `redeem` is ours: all that is available is requested first. */
export const DeletionRequest = v.object({
  password: v.optional(token(1000), ''),
  reason: v.optional(text(1000), ''),
  redeem: v.optional(v.boolean(), false),
})
export type DeletionRequest = v.InferInput<typeof DeletionRequest>

export const Deletion = v.object({ deletion_at: v.string() })
export const DeletionResult = result(Deletion)

/** GET profile/deletion/ (ours): what a deletion would end. */
export const DeletionPreview = v.object({
  email: v.string(),
  links: v.number(),
  domains: v.number(),
  /** Of the public page; null without one. */
  slug: v.nullable(v.string()),
  /** Dollars that can be redeemed now, below the minimum, too. */
  available: v.number(),
  /** Dollars that are still on their way. */
  coming: v.number(),
  /** Null: none is confirmed. */
  paypal_email: v.nullable(v.string()),
  /** What was asked for now would be done then. */
  deletion_at: v.string(),
})
export type DeletionPreview = v.InferOutput<typeof DeletionPreview>
export const DeletionPreviewResult = result(DeletionPreview)

import * as v from 'valibot'
import { result, text, token } from '../common.ts'

/** Days in which a sign-in can cancel a deletion. */
export const DELETION_GRACE_DAYS = 30
/** Months in which a former user is told of money that becomes available later and can claim it. */
export const LATE_EARNINGS_MONTHS = 12

/** Word that the user must type to enable the delete button. */
export const DELETION_WORD = 'DELETE'

/**
 * Body of POST profile/deletion/ (A-022). `redeem` is not in the specification: it requests the
 * whole available balance first.
 */
export const DeletionRequest = v.object({
  password: v.optional(token(1000), ''),
  reason: v.optional(text(1000), ''),
  redeem: v.optional(v.boolean(), false),
})
export type DeletionRequest = v.InferInput<typeof DeletionRequest>

export const Deletion = v.object({ deletion_at: v.string() })
export const DeletionResult = result(Deletion)

/** Answer of GET profile/deletion/ (not in the specification): effects of a deletion. */
export const DeletionPreview = v.object({
  email: v.string(),
  links: v.number(),
  domains: v.number(),
  /** Name of the public page; null without one. */
  slug: v.nullable(v.string()),
  /** Dollars that can be redeemed now, even below the minimum. */
  available: v.number(),
  /** Dollars that are not available yet. */
  coming: v.number(),
  /** Confirmed PayPal address; null if there is none. */
  paypal_email: v.nullable(v.string()),
  /** Time of the deletion if it is requested now. */
  deletion_at: v.string(),
})
export type DeletionPreview = v.InferOutput<typeof DeletionPreview>
export const DeletionPreviewResult = result(DeletionPreview)

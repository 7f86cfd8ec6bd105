import * as v from 'valibot'
import { result, token } from './common.ts'

/**
 * Terms of the operator (not in the specification). `accepted_at` is null until the user accepts
 * this version.
 */
export const Terms = v.object({
  version: v.string(),
  url: v.string(),
  accepted_at: v.nullable(v.string()),
})
export type Terms = v.InferOutput<typeof Terms>
/** Answer of GET and POST terms/; null if the operator has no terms. */
export const TermsResult = result(v.nullable(Terms))

/** Body of POST terms/. */
export const TermsAcceptance = v.object({ version: token(64) })
export type TermsAcceptance = v.InferInput<typeof TermsAcceptance>

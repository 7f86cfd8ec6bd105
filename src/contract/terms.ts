import * as v from 'valibot'
import { result, token } from './common.ts'

/** The operator's terms; `accepted_at` is null until this person has said yes to this version (ours). */
export const Terms = v.object({
  version: v.string(),
  url: v.string(),
  accepted_at: v.nullable(v.string()),
})
export type Terms = v.InferOutput<typeof Terms>
/** GET and POST terms/: null while the operator has none. */
export const TermsResult = result(v.nullable(Terms))

/** Body of POST terms/. */
export const TermsAccepted = v.object({ version: token(64) })
export type TermsAccepted = v.InferInput<typeof TermsAccepted>

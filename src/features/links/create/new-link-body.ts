import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { withSets } from '../parameters/parameter-sets.ts'
import type { NewLink } from '#contract/links/link-edits.ts'
import { needsScheme, withScheme } from '#contract/links/target-url.ts'

/** Returns the request for a new link with a typed address and the parameters of sets. */
export const bodyOf = (
  typed: string,
  collections: string[],
  sets: readonly ParameterSet[],
): NewLink => ({
  ...withSets(withScheme(typed), sets),
  ...(needsScheme(typed) && { scheme_added: true }),
  ...(collections.length > 0 && { regular_collection_names: collections }),
})

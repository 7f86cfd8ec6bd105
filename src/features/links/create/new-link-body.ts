import { needsScheme, withScheme, type NewLink } from '#contract/links.ts'

/** Returns the request for a new link with a typed address. */
export const bodyOf = (typed: string, collections: string[]): NewLink => ({
  url: withScheme(typed),
  ...(needsScheme(typed) && { scheme_added: true }),
  ...(collections.length > 0 && { regular_collection_names: collections }),
})

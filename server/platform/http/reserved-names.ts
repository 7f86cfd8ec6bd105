import { SERVER_SURFACES } from '#contract/surfaces.ts'

/**
 * Words that a short host may one day answer itself, or that would pass for the operator's: neither a
 * short code nor the address of a page.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...SERVER_SURFACES,
  ...'abuse account admin administrator api app blog contact dashboard docs help'.split(' '),
  ...'home index legal login logout new null password pay payment privacy root'.split(' '),
  ...'security settings signin signup static status support system terms wallet www'.split(' '),
])

export const isReserved = (name: string) => RESERVED.has(name.toLowerCase())

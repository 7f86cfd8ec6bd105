import { APP_NAME } from '#contract/app-constants.ts'
import { SERVER_SURFACES } from '#contract/surfaces.ts'

/** Names of paths that the server answers, and names that suggest the operator. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SERVER_SURFACES,
  ...'abuse account admin administrator api app blog contact dashboard docs help'.split(' '),
  ...'home index legal login logout new null password pay payment privacy root'.split(' '),
  ...'security settings signin signup static status support system terms wallet www'.split(' '),
])

/** Returns whether short codes and pages may not use this name. */
export const isReserved = (name: string) => RESERVED.has(name.toLowerCase())

/** Page names that suggest the operator or a payment company. */
const IMPOSTERS = 'billing helpdesk moderator official operator report reports staff team'.split(
  ' ',
)
/** Prefixes of page names that suggest the operator or a payment company. */
const IMPOSTER_STARTS = [APP_NAME, 'paypal']

const LOOK_ALIKES: [RegExp, string][] = [
  [/[^a-z0-9]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
]

/**
 * Returns a name as it looks at a glance: without separators, with look-alike letters replaced by
 * one letter.
 */
const looksLike = (name: string) =>
  LOOK_ALIKES.reduce((text, [sign, as]) => text.replace(sign, as), name.toLowerCase())

const RESERVED_LOOKS = new Set([...RESERVED, ...IMPOSTERS].map(looksLike))
const STARTS = IMPOSTER_STARTS.map(looksLike)

/**
 * Returns whether a page may not use this name, because visitors could take it for the operator's.
 */
export function isReservedPageName(name: string): boolean {
  const look = looksLike(name)
  return (
    isReserved(name) || RESERVED_LOOKS.has(look) || STARTS.some((start) => look.startsWith(start))
  )
}

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
export const isReservedName = (name: string) => RESERVED.has(name.toLowerCase())

/** Page names that suggest the operator or a payment company. */
const IMPERSONATING_NAMES =
  'billing helpdesk moderator official operator report reports staff team'.split(' ')
/** Prefixes of page names that suggest the operator or a payment company. */
const IMPERSONATING_PREFIXES = [APP_NAME, 'paypal']

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
const toLookalikeForm = (name: string) =>
  LOOK_ALIKES.reduce((text, [sign, as]) => text.replace(sign, as), name.toLowerCase())

const NORMALIZED_NAMES = new Set([...RESERVED, ...IMPERSONATING_NAMES].map(toLookalikeForm))
const RESERVED_PREFIXES = IMPERSONATING_PREFIXES.map(toLookalikeForm)

/**
 * Returns whether a page may not use this name, because visitors could take it for the operator's.
 */
export function isReservedPageName(name: string): boolean {
  const normalized = toLookalikeForm(name)
  return (
    isReservedName(name) ||
    NORMALIZED_NAMES.has(normalized) ||
    RESERVED_PREFIXES.some((start) => normalized.startsWith(start))
  )
}

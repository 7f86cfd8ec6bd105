import { APP_NAME } from '#contract/app-constants.ts'
import { SERVER_SURFACES } from '#contract/surfaces.ts'

/** Names that this server answers itself, or that would pass for the operator's. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SERVER_SURFACES,
  ...'abuse account admin administrator api app blog contact dashboard docs help'.split(' '),
  ...'home index legal login logout new null password pay payment privacy root'.split(' '),
  ...'security settings signin signup static status support system terms wallet www'.split(' '),
])

/** Returns whether neither a short code nor a page may have this name. */
export const isReserved = (name: string) => RESERVED.has(name.toLowerCase())

/** Page names that pass for the operator or for a payment company. */
const IMPOSTERS = 'billing helpdesk moderator official operator report reports staff team'.split(
  ' ',
)
/** Beginnings of page names that do. */
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

/** Returns a name as it looks at a glance: without separators, look-alike letters as one letter. */
const looksLike = (name: string) =>
  LOOK_ALIKES.reduce((text, [sign, as]) => text.replace(sign, as), name.toLowerCase())

const RESERVED_LOOKS = new Set([...RESERVED, ...IMPOSTERS].map(looksLike))
const STARTS = IMPOSTER_STARTS.map(looksLike)

/** Returns whether a page may not have this name, because visitors could take it for the operator's. */
export function isReservedPageName(name: string): boolean {
  const look = looksLike(name)
  return (
    isReserved(name) || RESERVED_LOOKS.has(look) || STARTS.some((start) => look.startsWith(start))
  )
}

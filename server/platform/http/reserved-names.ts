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
/** Names of this app and of a payment company. */
const OWNERS = [APP_NAME, 'paypal']

/** Words that claim to speak for somebody. Two of them, or one with an owner, make a claim. */
const CLAIMS = `
  abuse account accounts admin admins administrator authentic billing certified compliance customer
  fraud help helpdesk helpline legal login mod moderation moderator moderators official officials
  operator operators password pay payment payments payout payouts privacy refund refunds report
  reports safety secure security service services settings signin signup staff status support
  supports system team teams verified verify wallet`
/** Words that change nothing about a claim. */
const FILLERS = `
  and app at by care center centre com contact for from hq inc is my net of online org our page real
  site the trust us your`

const wordsOf = (text: string) => text.trim().split(/\s+/)

const LOOK_ALIKES: [RegExp, string][] = [
  [/[^a-z0-9]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/6/g, 'b'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/9/g, 'g'],
]

/**
 * Returns a name as it looks at a glance: without separators, with look-alike letters replaced by
 * one letter.
 */
const toLookalikeForm = (name: string) =>
  LOOK_ALIKES.reduce((text, [sign, as]) => text.replace(sign, as), name.toLowerCase())

const NORMALIZED_NAMES = new Set([...RESERVED, ...IMPERSONATING_NAMES].map(toLookalikeForm))
const NORMALIZED_OWNERS = OWNERS.map(toLookalikeForm)
const NORMALIZED_CLAIMS = wordsOf(CLAIMS).map(toLookalikeForm)
const NORMALIZED_FILLERS = wordsOf(FILLERS).map(toLookalikeForm)

/** Letters of the payment company, which stand in no other word. */
const PAYMENT_COMPANY = toLookalikeForm('paypal')

/**
 * Returns whether a page may not use this name, because visitors could take it for the operator's.
 */
export function isReservedPageName(name: string): boolean {
  const normalized = toLookalikeForm(name)
  return (
    isReservedName(name) ||
    NORMALIZED_NAMES.has(normalized) ||
    NORMALIZED_OWNERS.some((owner) => normalized.startsWith(owner)) ||
    normalized.includes(PAYMENT_COMPANY) ||
    isClaim(normalized) ||
    // Digits at the end are a number as well as letters.
    isClaim(toLookalikeForm(name.replace(/[-\d]+$/, '')))
  )
}

/** Returns whether the name claims to speak for an owner. */
const isClaim = (normalized: string) => claimsOwner(normalized) || consistsOfClaims(normalized)

/** Returns whether an owner stands beside a claim, also between other words. */
const claimsOwner = (normalized: string) =>
  NORMALIZED_OWNERS.some((owner) =>
    NORMALIZED_CLAIMS.some(
      (claim) => normalized.includes(claim + owner) || normalized.includes(owner + claim),
    ),
  )

/** Words with what they count for: a claim is worth more than all fillers of a name. */
const WORDS: [word: string, worth: number][] = [
  ...NORMALIZED_OWNERS.map((word): [string, number] => [word, 201]),
  ...NORMALIZED_CLAIMS.map((word): [string, number] => [word, 101]),
  ...NORMALIZED_FILLERS.map((word): [string, number] => [word, 1]),
]
/** Worth of one claim and another word. */
const MIN_WORTH = 102

/** Returns whether a name consists of claims and fillers alone, and of at least two words. */
function consistsOfClaims(normalized: string): boolean {
  const best: (number | undefined)[] = [0]
  for (let start = 0; start < normalized.length; start += 1) {
    const before = best[start]
    if (before === undefined) continue
    for (const [word, worth] of WORDS) {
      const end = start + word.length
      if (normalized.startsWith(word, start)) best[end] = Math.max(best[end] ?? 0, before + worth)
    }
  }
  return (best[normalized.length] ?? 0) >= MIN_WORTH
}

import * as v from 'valibot'
import { address } from '../common.ts'

/**
 * Short code: letters, digits, dash and underscore; the first is a letter or digit. Case is
 * ignored.
 */
export const SHORT_CODE_PATTERN = /^[a-z0-9][a-z0-9_-]{1,49}$/i
export const SHORT_CODE_HELP = 'Use 2 to 50 letters, numbers, dashes or underscores.'
export const SHORT_CODE_TAKEN = 'This code is already in use'
/**
 * Exact code: a code of another link shortener, kept on a domain that its owner brought along.
 * Letters and digits of any script, and punctuation that needs no encoding in a path. Slashes stand
 * between parts. Case counts.
 */
export const EXACT_CODE =
  /^(?=.{1,100}$)(?!\.{1,2}(?:\/|$))[\p{L}\p{N}\p{M}_.:@!$'()*,;-]+(?:\/(?!\.{1,2}(?:\/|$))[\p{L}\p{N}\p{M}_.:@!$'()*,;-]+)*$/u
export const EXACT_CODE_HELP =
  'Use up to 100 letters, numbers and simple punctuation, without spaces.'

/** Code of a new link. */
export const NewCode = v.optional(v.pipe(address(50), v.regex(SHORT_CODE_PATTERN, SHORT_CODE_HELP)))
/** Code of an existing link. An exact code can only be sent unchanged, in the complete form. */
export const EditedCode = v.optional(
  v.pipe(
    address(100),
    v.check((code) => SHORT_CODE_PATTERN.test(code) || EXACT_CODE.test(code), SHORT_CODE_HELP),
  ),
)

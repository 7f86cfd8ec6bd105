import * as v from 'valibot'
import { dateTime, token } from '../common.ts'
import { LINK_PASSWORD_MAX_LENGTH, LINK_PASSWORD_MIN_LENGTH, MAX_CLICK_LIMIT } from '../limits.ts'

const MAX_CLICKS_TEXT = `Enter a number from 1 to ${MAX_CLICK_LIMIT.toLocaleString('en-US')}.`

/** Limit of openings of a link. */
const MaxClicks = v.pipe(
  v.number(MAX_CLICKS_TEXT),
  v.integer(MAX_CLICKS_TEXT),
  v.minValue(1, MAX_CLICKS_TEXT),
  v.maxValue(MAX_CLICK_LIMIT, MAX_CLICKS_TEXT),
)

/** Password of a link. An empty one removes it. */
const LinkPassword = v.pipe(
  token(LINK_PASSWORD_MAX_LENGTH),
  v.check(
    (password) => password === '' || password.length >= LINK_PASSWORD_MIN_LENGTH,
    `Use at least ${LINK_PASSWORD_MIN_LENGTH} characters.`,
  ),
)

export const STARTS_AFTER_END = 'Choose a time before the end.'
export const ENDS_BEFORE_START = 'Choose a time after the start.'

/** Returns whether a link would end before it starts, or at the same time. */
export const endsBeforeStart = (start: string | null, end: string | null): boolean =>
  start !== null && end !== null && Date.parse(start) >= Date.parse(end)

/** Start, end, click limit and password of a link, as fields of an edit. */
export const LinkLimits = {
  /** Must be before `expires_at`. */
  starts_at: v.optional(v.nullable(dateTime('Enter a date and a time.'))),
  max_clicks: v.optional(v.nullable(MaxClicks)),
  /** Write-only. Null or an empty text removes the password. */
  password: v.optional(v.nullable(LinkPassword)),
  /** A time in the past ends the link at once. */
  expires_at: v.optional(v.nullable(dateTime('Enter a date and a time.'))),
}

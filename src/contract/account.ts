import * as v from 'valibot'
import { text, token } from './common.ts'
import { Email } from './session.ts'

/** `outbox`: this server sends nothing; whoever runs it finds it on disk (D-91). */
export const Delivery = v.picklist(['smtp', 'outbox'])

/** The address that one signs in with, and the one that is to take its place. */
export const EmailState = v.object({
  email: v.string(),
  is_confirmed: v.boolean(),
  /** Ours: when its mailbox answered. */
  confirmed_at: v.nullable(v.string()),
  pending_email: v.nullable(v.string()),
  /** Ours: when the latest letter left that asks to confirm one of them; null while it is on its way. */
  sent_at: v.nullable(v.string()),
  delivery: Delivery,
})
export type EmailState = v.InferOutput<typeof EmailState>

/** Enough for whatever somebody types; the longest that is taken is shorter. */
const Password = token(1000)

/** The address that stands takes a change back, and needs no password. */
export const EmailChange = v.object({ email: Email, password: v.optional(Password, '') })
export type EmailChange = v.InferOutput<typeof EmailChange>

/** Without a key the letter to the present address is sent again. */
export const EmailConfirmation = v.object({ key: v.optional(token(200)) })

/** How a number is written that can be called from anywhere: a plus, and up to fifteen digits (E.164). */
const MOBILE = /^\+[1-9]\d{6,14}$/
const NO_MOBILE = 'Enter a number with its country, like +1 202 555 0134.'

/**
 * By its form alone: which numbers exist changes every month, and whether this one does is what the code
 * finds out.
 */
export const Mobile = v.pipe(
  text(40),
  v.transform((typed) => typed.replaceAll(/[\s().\-/\u2010-\u2015]/gu, '').replace(/^00/, '+')),
  v.regex(MOBILE, NO_MOBILE),
)

/** Ours: GET /v1/users_mobile, and the answer to. */
export const MobileState = v.object({
  /** The one that was confirmed, or else the one that waits for its code. */
  mobile: v.nullable(v.string()),
  is_verified: v.boolean(),
  /** Waits for its code, in place of the one that was confirmed. */
  pending_mobile: v.nullable(v.string()),
  /** Until when its code can be typed. */
  code_until: v.nullable(v.string()),
  delivery: v.picklist(['sms', 'outbox']),
})
export type MobileState = v.InferOutput<typeof MobileState>

export const MobileChange = v.object({ mobile: Mobile })
export const MobileCode = v.object({
  code: v.pipe(
    text(20),
    v.transform((typed) => typed.replaceAll(/\s/g, '')),
    v.regex(/^\d{6}$/, 'Enter the six digits of the code.'),
  ),
})

/** Ours: PUT /v1/users/me/password. */
export const PasswordChange = v.object({ password: Password, new_password: Password })
export type PasswordChange = v.InferOutput<typeof PasswordChange>

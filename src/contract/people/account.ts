import * as v from 'valibot'
import { address, token } from '../common.ts'
import { Email } from './session.ts'

/** `outbox`: the server sends no mail but writes it to disk, where the operator finds it (D-91). */
export const Delivery = v.picklist(['smtp', 'outbox'])

/** Sign-in address and, during a change, the address that replaces it. */
export const EmailState = v.object({
  email: v.string(),
  is_confirmed: v.boolean(),
  /** Time when the user confirmed the address. Not in the specification. */
  confirmed_at: v.nullable(v.string()),
  pending_email: v.nullable(v.string()),
  /**
   * Time when the latest confirmation mail was sent; null while it waits to be sent. Not in the
   * specification.
   */
  sent_at: v.nullable(v.string()),
  delivery: Delivery,
})
export type EmailState = v.InferOutput<typeof EmailState>

/** Password as typed. The server checks the maximum length, which is far smaller. */
const Password = token(1000)

/**
 * Body of an email change. Entering the current address cancels a pending change and needs
 * no password.
 */
export const EmailChange = v.object({ email: Email, password: v.optional(Password, '') })
export type EmailChange = v.InferOutput<typeof EmailChange>

/**
 * Body of an email confirmation. Without a key, the mail to the current address is sent
 * again.
 */
export const EmailConfirmation = v.object({ key: v.optional(token(200)) })

/** Mobile number in E.164 form: a plus and up to fifteen digits. */
const MOBILE_PATTERN = /^\+[1-9]\d{6,14}$/
const INVALID_MOBILE = 'Enter a number with its country code, like +1 202 555 0134.'

/**
 * Mobile number, checked by its form only. Assigned number ranges change every month, and the text
 * message with the code shows whether the number exists.
 */
export const Mobile = v.pipe(
  address(40),
  v.transform((typed) => typed.replaceAll(/[\s().\-/\u2010-\u2015]/gu, '').replace(/^00/, '+')),
  v.regex(MOBILE_PATTERN, INVALID_MOBILE),
)

/** Answer of GET /v1/users_mobile (not in the specification) and of. */
export const MobileState = v.object({
  /** Confirmed number; without one, the number that waits for its code. */
  mobile: v.nullable(v.string()),
  is_verified: v.boolean(),
  /** New number that waits for its code and then replaces the confirmed one. */
  pending_mobile: v.nullable(v.string()),
  /** Time when the code of the text message expires. */
  code_until: v.nullable(v.string()),
  delivery: v.picklist(['sms', 'outbox']),
})
export type MobileState = v.InferOutput<typeof MobileState>

export const MobileChange = v.object({ mobile: Mobile })
export const MobileCode = v.object({
  code: v.pipe(
    address(20),
    v.transform((typed) => typed.replaceAll(/\s/g, '')),
    v.regex(/^\d{6}$/, 'Enter the six-digit code.'),
  ),
})

/** Body of PUT /v1/users/me/password (not in the specification). */
export const PasswordChange = v.object({ password: Password, new_password: Password })
export type PasswordChange = v.InferOutput<typeof PasswordChange>

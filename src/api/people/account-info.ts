import type { Options } from 'ky'
import * as v from 'valibot'
import {
  type EmailChange,
  EmailState,
  MobileState,
  type PasswordChange,
} from '#contract/people/account.ts'
import { V1 } from '#contract/app-constants.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'

const ME = `${V1}/users/me`
const MOBILE = `${V1}/users_mobile`

const email = EmailState.entries
/** Email state with defaults for fields that a server of another version leaves out. */
const EmailAnswer = v.object({
  email: email.email,
  is_confirmed: v.fallback(email.is_confirmed, true),
  confirmed_at: v.fallback(email.confirmed_at, null),
  pending_email: v.fallback(email.pending_email, null),
  sent_at: v.fallback(email.sent_at, null),
  delivery: v.fallback(email.delivery, 'smtp'),
})

export const getEmailState = (options: Options = {}): Promise<EmailState> =>
  parseAnswer(http.get(`${ME}/email`, options), EmailAnswer, options)

/** Starts a change of the email address. The server sends a confirmation mail to the new one. */
export const changeEmail = (json: EmailChange, options: Keyed): Promise<EmailState> =>
  parseAnswer(http.post(`${ME}/email`, { json, ...withKey(options) }), EmailAnswer, options)

/** Cancels a pending change by setting the current address again. */
export const cancelEmailChange = (email: string, options: Options = {}): Promise<EmailState> =>
  parseAnswer(http.post(`${ME}/email`, { json: { email }, ...options }), EmailAnswer, options)

/** Confirms an address with the key from a confirmation mail. */
export const confirmEmail = (key: string, options: Options = {}): Promise<EmailState> =>
  parseAnswer(
    http.post(`${ME}/email-confirmation`, { json: { key }, ...options }),
    EmailAnswer,
    options,
  )

export const resendCurrentEmail = (options: Options = {}): Promise<EmailState> =>
  parseAnswer(http.post(`${ME}/email-confirmation`, { json: {}, ...options }), EmailAnswer, options)

export const resendNextEmail = (options: Options = {}): Promise<EmailState> =>
  parseAnswer(http.get(`${ME}/second-email-confirmation`, options), EmailAnswer, options)

const mobile = MobileState.entries
const MobileAnswer = v.object({
  mobile: v.fallback(mobile.mobile, null),
  is_verified: v.fallback(mobile.is_verified, false),
  pending_mobile: v.fallback(mobile.pending_mobile, null),
  code_until: v.fallback(mobile.code_until, null),
  delivery: v.fallback(mobile.delivery, 'sms'),
})

export const getMobileState = (options: Options = {}): Promise<MobileState> =>
  parseAnswer(http.get(MOBILE, options), MobileAnswer, options)

export const setMobile = (json: { mobile: string }, options: Keyed): Promise<MobileState> =>
  parseAnswer(http.post(MOBILE, { json, ...withKey(options) }), MobileAnswer, options)

export const verifyMobile = (json: { code: string }, options: Options = {}): Promise<MobileState> =>
  parseAnswer(http.put(MOBILE, { json, ...options }), MobileAnswer, options)

/** Changes the password and signs out all other devices. */
export async function changePassword(json: PasswordChange, options: Keyed): Promise<void> {
  await http.put(`${ME}/password`, { json, ...withKey(options) })
}

/** Sends a mail with a link for setting a new password to the signed-in user. */
export async function mailPasswordLink(options: Options = {}): Promise<void> {
  await http.post(`${V1}/send-set-password-link`, { json: {}, ...options })
}

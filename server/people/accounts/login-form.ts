import type { Context } from 'hono'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import { Email } from '#contract/people/session.ts'
import { browserId, formToken, hasValidFormToken } from '../../platform/http/csrf.ts'
import type { Place } from './sign-in-place.ts'
import type { AppEnv } from '../../env.ts'
import { FieldError, ThrottledError } from '../../platform/http/errors.ts'
import { isKnownBrowser, knownDevice } from './known-device.ts'
import type { View } from './sign-in-pages.tsx'
import { returnUrl, withToken } from '../../platform/http/return-url.ts'
import { clientAddressGroup } from '../../platform/http/throttle.ts'

/**
 * Fields kept across the sign-in pages: return address, referral codes, invitation, and the key of
 * an identity that the sign-in connects.
 */
const KEPT_FIELDS = ['success', 'org_ref', 'ref', 'invite', 'link'] as const
type KeptField = (typeof KEPT_FIELDS)[number]

/**
 * Text fields of a form or query string of the sign-in pages. Values longer than MAX_LENGTH are
 * dropped.
 */
export type Fields = Partial<
  Record<KeptField | 'email' | 'password' | 'key' | 'code' | 'passkey' | 'csrf' | 'again', string>
>

const MAX_LENGTH = 4000

export function readFields(values: Record<string, unknown>): Fields {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH ? [[name, value]] : [],
  )
  return Object.fromEntries(texts) as Fields
}

/**
 * Returns the props to show a page with the submitted values, except the password, and the errors.
 */
export function createView(c: Context<AppEnv>, fields: Fields, errors?: FieldErrors): View {
  const kept = keptFields(fields)
  const query = new URLSearchParams(kept).toString()
  return {
    hidden: { ...kept, csrf: formToken(c) },
    pageUrl: (page) => `/multi-connect/${page}${query && `?${query}`}`,
    email: fields.email,
    provider: c.var.deps.config.oidc,
    ...(errors && { errors }),
  }
}

/** Returns the fields that the sign-in pages keep. */
export const keptFields = (fields: Fields): Record<string, string> =>
  Object.fromEntries(KEPT_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))

/** Returns the address and browser of this sign-in, and the device if the email is known. */
export const signInPlace = (c: Context<AppEnv>, email?: string): Place => ({
  client: clientAddressGroup(c),
  browser: browserId(c),
  device: email === undefined ? undefined : knownDevice(c, email),
})

/** Returns the submitted email in its stored form, or throws a FieldError. */
export function readEmail(fields: Fields): string {
  const parsed = v.safeParse(Email, fields.email ?? '')
  if (parsed.success) return parsed.output
  throw new FieldError('email', parsed.issues[0].message)
}

/** Returns the submitted password. An empty one gets an error and does not count as an attempt. */
export function readPassword({ password = '' }: Fields): string {
  if (password === '') throw new FieldError('password', 'Enter your password.')
  return password
}

/**
 * Returns whether the app marked this as a first visit and no user has signed in with this browser
 * before.
 */
export const isFirstVisit = (c: Context<AppEnv>): boolean =>
  c.req.query('first') !== undefined && !isKnownBrowser(c)

/** Error of a form without the token of its page. */
export class InvalidFormToken extends Error {}

export async function postedFields(c: Context<AppEnv>): Promise<Fields> {
  // A malformed body counts as an empty form.
  return readFields(await c.req.parseBody().catch(() => ({})))
}

export function requireFormToken(c: Context<AppEnv>, fields: Fields): void {
  if (!hasValidFormToken(c, fields.csrf)) throw new InvalidFormToken()
}

export type Refusal = { status: 400 | 403 | 429; errors: FieldErrors }

/** Returns the status and errors to show for a rejected form. Rethrows any other error. */
export function toRefusal(c: Context<AppEnv>, error: unknown): Refusal {
  if (error instanceof FieldError) return { status: 400, errors: error.errors }
  if (error instanceof InvalidFormToken)
    return { status: 403, errors: { non_field_errors: [STALE_FORM_TEXT] } }
  if (!(error instanceof ThrottledError)) throw error
  c.header('Retry-After', String(error.seconds))
  const wait = `Too many attempts. ${waitText(error.seconds)}`
  return { status: 429, errors: { non_field_errors: [wait] } }
}

const STALE_FORM_TEXT =
  'This page was open for too long, or your browser keeps no cookies for this site. Try again.'

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'Try again in 1 minute.' : `Try again in ${minutes} minutes.`
}

/** Redirects to the app with the one-time token. */
export function backToApp(c: Context<AppEnv>, fields: Fields, authToken: string): Response {
  const url = returnUrl(fields.success, c.var.deps.config.appOrigin)
  const { org_ref, ref } = fields
  return c.redirect(withToken(url, { auth_token: authToken, org_ref, ref }), 303)
}

import type { Context } from 'hono'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import { Email } from '#contract/session.ts'
import { browserOf, formToken, isOwnForm } from '../../platform/http/csrf.ts'
import type { Place } from './sign-in-place.ts'
import type { AppEnv } from '../../env.ts'
import { FieldError, ThrottledError } from '../../platform/http/errors.ts'
import { isKnownBrowser, knownDevice } from './known-device.ts'
import type { View } from './sign-in-pages.tsx'
import { returnUrl, withToken } from '../../platform/http/return-url.ts'
import { clientOf } from '../../platform/http/throttle.ts'

/** Goes from page to page until somebody is signed in: the way back, referral codes, an invitation. */
const CARRIED = ['success', 'org_ref', 'ref', 'invite'] as const
type CarriedName = (typeof CARRIED)[number]

/** What a form of the login host sent, or its link: text, each at most so long as it can make sense. */
export type Fields = Partial<
  Record<CarriedName | 'email' | 'password' | 'key' | 'csrf' | 'again', string>
>

const MAX_LENGTH = 4000

export function fieldsOf(values: Record<string, unknown>): Fields {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH ? [[name, value]] : [],
  )
  return Object.fromEntries(texts) as Fields
}

/** The page again, with what was typed (never the password) and what was wrong. */
export function viewOf(c: Context<AppEnv>, fields: Fields, errors?: FieldErrors): View {
  const carried = Object.fromEntries(
    CARRIED.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  )
  const query = new URLSearchParams(carried).toString()
  return {
    hidden: { ...carried, csrf: formToken(c) },
    to: (page) => `/multi-connect/${page}${query && `?${query}`}`,
    email: fields.email,
    ...(errors && { errors }),
  }
}

/** From where this person tries to sign in. */
export const placeOf = (c: Context<AppEnv>, email: string): Place => ({
  client: clientOf(c),
  browser: browserOf(c),
  device: knownDevice(c, email),
})

/** The address as an account has it. */
export function readEmail(fields: Fields): string {
  const parsed = v.safeParse(Email, fields.email ?? '')
  if (parsed.success) return parsed.output
  throw new FieldError('email', parsed.issues[0].message)
}

/** What was typed as the password; that none was is told before it is a try. */
export function readPassword({ password = '' }: Fields): string {
  if (password === '') throw new FieldError('password', 'Enter your password.')
  return password
}

/** The app sends people here who may not know it yet; whoever has signed in on this browser does. */
export const isFirstVisit = (c: Context<AppEnv>): boolean =>
  c.req.query('first') !== undefined && !isKnownBrowser(c)

class ForeignForm extends Error {}

export async function postedFields(c: Context<AppEnv>): Promise<Fields> {
  // A body that only looks like a form counts as an empty one.
  return fieldsOf(await c.req.parseBody().catch(() => ({})))
}

export function requireOwnForm(c: Context<AppEnv>, fields: Fields): void {
  if (!isOwnForm(c, fields.csrf)) throw new ForeignForm()
}

export type Refusal = { status: 400 | 403 | 429; errors: FieldErrors }

/** What to say on the page for a form that could not be taken; other failures go on. */
export function refusalOf(c: Context<AppEnv>, error: unknown): Refusal {
  if (error instanceof FieldError) return { status: 400, errors: error.errors }
  if (error instanceof ForeignForm) return { status: 403, errors: { non_field_errors: [STALE] } }
  if (!(error instanceof ThrottledError)) throw error
  c.header('Retry-After', String(error.seconds))
  const wait = `${error.message} ${waitText(error.seconds)}`
  return { status: 429, errors: { non_field_errors: [wait] } }
}

const STALE =
  'This page was open for too long, or your browser keeps no cookies for this site. Try again.'

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'The next try is in a minute.' : `The next try is in ${minutes} minutes.`
}

/** Back to the app with the one-time token (A-002). */
export function backToApp(c: Context<AppEnv>, fields: Fields, authToken: string): Response {
  const url = returnUrl(fields.success, c.var.deps.config.appOrigin)
  const { org_ref, ref } = fields
  return c.redirect(withToken(url, { auth_token: authToken, org_ref, ref }), 303)
}

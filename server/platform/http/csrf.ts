import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv, UserEnv } from '../../env.ts'
import { usesHttps, isEqualInConstantTime, signatureOf } from './signed-cookies.ts'

export const FORM_COOKIE = 'split_form'

type AnyContext = Context<AppEnv> | Context<UserEnv>

/**
 * Returns the CSRF token for a form (signed double-submit cookie), and sets the cookie if it is
 * missing. On https, the `__Host-` prefix prevents other hosts of the domain (short hosts, custom
 * domains) from setting it.
 */
export function formToken(c: Context<AppEnv>): string {
  const present = readCookie(c)
  if (present) return present
  const nonce = randomBytes(18).toString('base64url')
  const token = `${nonce}.${signature(c, nonce)}`
  const secure = usesHttps(c)
  setCookie(c, FORM_COOKIE, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    ...(secure && { secure, prefix: 'host' as const }),
  })
  return token
}

export function hasValidFormToken(c: Context<AppEnv>, token: string | undefined): boolean {
  const cookie = readCookie(c)
  return cookie !== undefined && token !== undefined && isEqualInConstantTime(cookie, token)
}

/**
 * Returns the id of this browser from our signed cookie. A sign-in can only be completed in the
 * browser that started it, which prevents login CSRF.
 */
export const browserId = (c: AnyContext): string | undefined => readCookie(c)

/** Returns the value of the cookie if its signature is ours. */
function readCookie(c: AnyContext): string | undefined {
  const value = usesHttps(c) ? getCookie(c, FORM_COOKIE, 'host') : getCookie(c, FORM_COOKIE)
  const [nonce, mac] = value?.split('.') ?? []
  return nonce && mac && isEqualInConstantTime(mac, signature(c, nonce)) ? value : undefined
}

const signature = (c: AnyContext, nonce: string) => signatureOf(c, 'form', nonce)

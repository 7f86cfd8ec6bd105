import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv, UserEnv } from '../../env.ts'
import { isSecure, same, signatureOf } from './signed-cookies.ts'

export const FORM_COOKIE = 'split_form'

type Asked = Context<AppEnv> | Context<UserEnv>

/**
 * Signed double submit: a form carries the value of a cookie that only we could have made. On https
 * the `__Host-` prefix keeps other hosts of the domain (short hosts, custom domains) from setting it.
 */
export function formToken(c: Context<AppEnv>): string {
  const present = readCookie(c)
  if (present) return present
  const nonce = randomBytes(18).toString('base64url')
  const token = `${nonce}.${signature(c, nonce)}`
  const secure = isSecure(c)
  setCookie(c, FORM_COOKIE, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    ...(secure && { secure, prefix: 'host' as const }),
  })
  return token
}

export function isOwnForm(c: Context<AppEnv>, token: string | undefined): boolean {
  const cookie = readCookie(c)
  return cookie !== undefined && token !== undefined && same(cookie, token)
}

/**
 * What tells this browser from any other: no other site can read it or set it. A sign-in that began
 * here ends here only, so that a stranger's one-time token opens nothing in this browser.
 */
export const browserOf = (c: Asked): string | undefined => readCookie(c)

/** The cookie when we signed it. */
function readCookie(c: Asked): string | undefined {
  const value = isSecure(c) ? getCookie(c, FORM_COOKIE, 'host') : getCookie(c, FORM_COOKIE)
  const [nonce, mac] = value?.split('.') ?? []
  return nonce && mac && same(mac, signature(c, nonce)) ? value : undefined
}

const signature = (c: Asked, nonce: string) => signatureOf(c, 'form', nonce)

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../env.ts'
import { isSecure, same, signatureOf } from '../../platform/http/signed-cookies.ts'
import { noteBrowser } from './user-browsers.ts'

export const DEVICE_COOKIE = 'split_device'
export const DEVICE_COOKIE_DAYS = 365
const SECONDS = DEVICE_COOKIE_DAYS * 24 * 60 * 60
/** Of so many people one browser remembers that they have signed in on it. */
const MOST_PEOPLE = 5

/**
 * What this browser was given when this person last signed in on it; nothing in any other. The cookie
 * names nobody, and only we could have made it, for this email alone: it lets nobody in, but whoever
 * shows it is not taken for one of many strangers who try passwords.
 */
export function knownDevice(c: Context<AppEnv>, email: string): string | undefined {
  return entries(c).find((entry) => isFor(c, entry, email))
}

/** Somebody has signed in on this browser before; who, only their address tells. */
export const isKnownBrowser = (c: Context<AppEnv>): boolean => entries(c).length > 0

/** After a good sign-in: this browser is one of theirs. */
export async function rememberDevice(c: Context<AppEnv>, email: string): Promise<void> {
  const id = randomBytes(12).toString('base64url')
  const mine = knownDevice(c, email) ?? `${id}.${signature(c, email, id)}`
  const others = entries(c).filter((entry) => entry !== mine)
  const all = [mine, ...others].slice(0, MOST_PEOPLE)
  await noteBrowser(c.var.deps.db, email, all.map(idOf))
  const secure = isSecure(c)
  setCookie(c, DEVICE_COOKIE, all.join('~'), {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/multi-connect',
    maxAge: SECONDS,
    ...(secure && { secure, prefix: 'secure' as const }),
  })
}

function entries(c: Context<AppEnv>): string[] {
  const value = isSecure(c) ? getCookie(c, DEVICE_COOKIE, 'secure') : getCookie(c, DEVICE_COOKIE)
  return value?.split('~', MOST_PEOPLE) ?? []
}

function isFor(c: Context<AppEnv>, entry: string, email: string): boolean {
  const [, mac = ''] = entry.split('.')
  return same(mac, signature(c, email, idOf(entry)))
}

const idOf = (entry: string) => entry.split('.', 1)[0] ?? ''

const signature = (c: Context<AppEnv>, email: string, id: string) =>
  signatureOf(c, 'device', `${id}:${email}`)

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../env.ts'
import {
  usesHttps,
  isEqualInConstantTime,
  signatureOf,
} from '../../platform/http/signed-cookies.ts'
import { recordBrowser } from './user-browsers.ts'

export const DEVICE_COOKIE = 'split_device'
export const DEVICE_COOKIE_DAYS = 365
const COOKIE_SECONDS = DEVICE_COOKIE_DAYS * 24 * 60 * 60
/** Maximum number of users remembered per browser. */
const MAX_USERS = 5

/**
 * Returns the cookie entry from this user's last sign-in in this browser, if any. The entry is a
 * MAC for this email and contains no name. It does not sign anyone in, but it exempts the browser
 * from the limits for unknown browsers.
 */
export function knownDevice(c: Context<AppEnv>, email: string): string | undefined {
  return entries(c).find((entry) => isFor(c, entry, email))
}

/** Returns whether any user has signed in with this browser before. */
export const isKnownBrowser = (c: Context<AppEnv>): boolean => entries(c).length > 0

/** Adds the user to the device cookie of this browser after a sign-in. */
export async function rememberDevice(c: Context<AppEnv>, email: string): Promise<void> {
  const id = randomBytes(12).toString('base64url')
  const ownEntry = knownDevice(c, email) ?? `${id}.${signature(c, email, id)}`
  const others = entries(c).filter((entry) => entry !== ownEntry)
  const all = [ownEntry, ...others].slice(0, MAX_USERS)
  await recordBrowser(c.var.deps.db, email, all.map(idOf))
  const secure = usesHttps(c)
  setCookie(c, DEVICE_COOKIE, all.join('~'), {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/multi-connect',
    maxAge: COOKIE_SECONDS,
    ...(secure && { secure, prefix: 'secure' as const }),
  })
}

function entries(c: Context<AppEnv>): string[] {
  const value = usesHttps(c) ? getCookie(c, DEVICE_COOKIE, 'secure') : getCookie(c, DEVICE_COOKIE)
  return value?.split('~', MAX_USERS) ?? []
}

function isFor(c: Context<AppEnv>, entry: string, email: string): boolean {
  const [, mac = ''] = entry.split('.')
  return isEqualInConstantTime(mac, signature(c, email, idOf(entry)))
}

const idOf = (entry: string) => entry.split('.', 1)[0] ?? ''

const signature = (c: Context<AppEnv>, email: string, id: string) =>
  signatureOf(c, 'device', `${id}:${email}`)

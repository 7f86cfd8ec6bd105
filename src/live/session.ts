import * as v from 'valibot'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import { COOKIES, UI_COOKIE_PREFIX, type Connection } from '#contract/session.ts'
import { setSessionSource, type Session } from '#http/credentials.ts'
import { forgetStoredSession, readStoredSession, storeSession } from '#http/session-store.ts'

const DAY_SECONDS = 24 * 60 * 60

setSessionSource(readSession)

let signedIn: () => void = () => {}

/** Runs after a sign-in, when the session is there to be read. */
export const onSignedIn = (listener: () => void) => {
  signedIn = listener
}

/** Who is signed in, at once: the cookies are the truth, the store is a copy for the worker. */
export function readSession(): Session | null {
  const token = readCookie(COOKIES.token)
  if (!token) return null
  const jwt = readCookie(COOKIES.jwt)
  return { token, jwt, fingerprint: readCookie(COOKIES.fingerprint), uuid: jwt && userOf(jwt) }
}

/** Keeps a sign-in for 30 days. Whoever was signed in before must have been wiped. */
export async function saveSession(connection: Connection): Promise<Session | null> {
  if (!connection.token) return null
  writeCookie(COOKIES.token, connection.token)
  if (connection.jwt_token) writeCookie(COOKIES.jwt, connection.jwt_token)
  if (connection.fingerprint) writeCookie(COOKIES.fingerprint, connection.fingerprint)
  const session = readSession()
  if (session) await storeSession(session)
  signedIn()
  return session
}

/** Cookies first, so that no later line of this page still finds a session (D-12). */
export async function clearSession(): Promise<void> {
  for (const name of cookieNames().filter(isOurs)) writeCookie(name, '', 0)
  await forgetStoredSession()
}

/** Puts the worker's copy right, after the browser has dropped its databases but not the cookies. */
export async function shareSession(): Promise<void> {
  const session = readSession()
  const known = await readStoredSession()
  if (session && known?.token !== session.token) await storeSession(session)
}

const isOurs = (name: string) =>
  Object.values<string>(COOKIES).includes(name) || name.startsWith(UI_COOKIE_PREFIX)

const pairs = () => document.cookie.split('; ').filter((pair) => pair !== '')
const cookieNames = () => pairs().map((pair) => pair.split('=')[0] ?? '')

function readCookie(name: string): string | null {
  const pair = pairs().find((candidate) => candidate.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}

function writeCookie(name: string, value: string, seconds = AUTH_COOKIE_DAYS * DAY_SECONDS) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

const Claims = v.object({ uuid: v.optional(v.string()), sub: v.optional(v.string()) })

/** Only names the person's own database; the server never trusts what is read here. */
export function userOf(jwt: string): string | null {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = v.parse(Claims, JSON.parse(atob(payload)))
    return claims.uuid ?? claims.sub ?? null
  } catch {
    return null
  }
}

import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import type { Connection } from '#contract/people/session.ts'
import { COOKIES, UI_COOKIE_PREFIX } from '#contract/people/session-cookies.ts'
import { setSessionSource, type Session } from '#http/credentials.ts'
import { forgetStoredSession, readStoredSession, storeSession } from '#http/session-store.ts'
import { cookieNames, readOwnSession, readSession } from './signed-in.ts'

export { readOwnSession, readSession, userOf } from './signed-in.ts'

const DAY_SECONDS = 24 * 60 * 60

setSessionSource(readSession)

let signInListener: () => void = () => {}

/** Sets the function to run after a sign-in, when the session can be read. */
export const onSignedIn = (listener: () => void) => {
  signInListener = listener
}

/** Stores a session for 30 days. The data of the previous user must have been wiped before. */
export async function saveSession(connection: Connection): Promise<Session | null> {
  if (!connection.token) return null
  writeCookie(COOKIES.token, connection.token)
  if (connection.jwt_token) writeCookie(COOKIES.jwt, connection.jwt_token)
  if (connection.fingerprint) writeCookie(COOKIES.fingerprint, connection.fingerprint)
  const session = readOwnSession()
  if (session) await storeSession(session)
  signInListener()
  return session
}

/** Deletes the session. Cookies go first, so that no later code of this page finds a session. */
export async function clearSession(): Promise<void> {
  for (const name of cookieNames().filter(isOwnCookie)) writeCookie(name, '', 0)
  await forgetStoredSession()
}

/**
 * Updates the worker's copy of the session, in case the browser deleted its databases but not the
 * cookies.
 */
export async function shareSession(): Promise<void> {
  const session = readOwnSession()
  const known = await readStoredSession()
  if (session && known?.token !== session.token) await storeSession(session)
}

const isOwnCookie = (name: string) =>
  Object.values<string>(COOKIES).includes(name) || name.startsWith(UI_COOKIE_PREFIX)

function writeCookie(name: string, value: string, seconds = AUTH_COOKIE_DAYS * DAY_SECONDS) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

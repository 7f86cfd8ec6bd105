import { afterEach, expect, test, vi } from 'vitest'
import { signInAs } from '#support/window/links-server.ts'
import { forgetStoredSession, readStoredSession } from '#http/session-store.ts'
import { clearSession, readSession, saveSession, shareSession } from './session.ts'

afterEach(async () => {
  await clearSession()
})

const uuid = '3f1c1d6e-0000-4000-8000-000000000001'
const jwt = `h.${btoa(JSON.stringify({ uuid, exp: 1 }))
  .replaceAll('+', '-')
  .replaceAll('/', '_')}.s`
const connection = { token: 'tok=en;1', jwt_token: jwt, fingerprint: 'f', extended_status: null }

/** Records written cookies with their attributes, which `document.cookie` does not show. */
function recordCookies(): string[] {
  const written: string[] = []
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => Reflect.get(Object.getPrototypeOf(document) as object, 'cookie', document) as string,
    set: (cookie: string) => {
      written.push(cookie)
      Reflect.set(Object.getPrototypeOf(document) as object, 'cookie', cookie, document)
    },
  })
  return written
}

test('a sign-in writes three cookies for 30 days, and a copy for the worker (R-098, R-102, R-641, D-73)', async () => {
  const written = recordCookies()
  await saveSession(connection)
  expect(written).toHaveLength(3)
  for (const cookie of written) expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; SameSite=Lax$/)
  Reflect.deleteProperty(document, 'cookie')
  const session = { token: 'tok=en;1', jwt, fingerprint: 'f', uuid }
  expect(readSession()).toEqual(session)
  expect(await readStoredSession()).toEqual(session)
})

test('without the token cookie the user is signed out (R-098)', async () => {
  await saveSession(connection)
  document.cookie = 'token=; Path=/; Max-Age=0'
  expect(readSession()).toBeNull()
})

test('a token without a user id still counts as a sign-in', async () => {
  await saveSession({ ...connection, jwt_token: 'rubbish' })
  expect(readSession()).toMatchObject({ token: 'tok=en;1', uuid: null })
})

test('a sign-out removes all cookies of the app and the stored session (R-103, R-107)', async () => {
  await saveSession(connection)
  document.cookie = 'ui_menu_collapsed=1; Path=/'
  await clearSession()
  await vi.waitFor(() => expect(document.cookie).toBe(''))
  expect(await readStoredSession()).toBeNull()
})

test('the worker gets its copy again after the browser deleted it (offline 8)', async () => {
  const ana = signInAs('ana')
  await forgetStoredSession()
  await shareSession()
  expect(await readStoredSession()).toMatchObject({ uuid: ana })
})

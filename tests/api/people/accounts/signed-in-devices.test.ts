import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SignedInDevices } from '#contract/people/sessions.ts'
import { devices } from '../../../../server/platform/db/schema.ts'
import { authToken, LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { subscription } from '#support/server/hosts/push-service.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const SESSIONS = '/v2/my/sessions/'
const ME = '/v1/users/me'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const server = await startTestServer()
const ana = newCreatorPerTest(server)

const devicesOf = async (person: Person) => (await person.get<SignedInDevices>(SESSIONS)).results

/** Signs Ana in with this user agent and returns the token of the new session. */
async function signInWith(userAgent: string): Promise<string> {
  const { email, password } = ana
  const page = await (await open(server, LOGIN)).submit({ email, password })
  const answer = await server.request('POST', '/v1/connect/token', {
    body: { auth_token: authToken(page) },
    headers: { cookie: page.cookie, 'user-agent': userAgent },
  })
  return ((await answer.json()) as { token: string }).token
}

test('all devices are listed by browser and system, this one first', async () => {
  await signInWith(IPHONE)
  await signInWith(DESKTOP)
  const devices = await devicesOf(ana)
  expect(devices.map(({ device, is_this_one }) => [device, is_this_one])).toEqual([
    ['', true],
    ['Firefox on Linux', false],
    ['Safari on iOS', false],
  ])
  expect(devices.every(({ last_seen_at }) => last_seen_at.endsWith('Z'))).toBe(true)
})

const STRANGE = ['x'.repeat(5000), '\u0007 odd', '-']
test.each(STRANGE)('an unknown user agent is listed without a name', async (name) => {
  await signInWith(name)
  expect((await devicesOf(ana)).map(({ device }) => device)).toEqual(['', ''])
})

test('a device that was signed out gets no more answers; others do', async () => {
  const token = await signInWith(IPHONE)
  const [, phone] = await devicesOf(ana)
  expect((await ana.send('DELETE', `${SESSIONS}${phone?.id}/`)).status).toBe(204)
  expect((await server.request('GET', ME, { token })).status).toBe(401)
  expect((await ana.send('GET', ME)).status).toBe(200)
  expect(await devicesOf(ana)).toHaveLength(1)
  expect((await ana.send('DELETE', `${SESSIONS}${phone?.id}/`)).status).toBe(404)
})

test('a device that was signed out gets no more push messages', async () => {
  const phone = await signIn(server, ana)
  const { json } = subscription(`https://push.example/send/${crypto.randomUUID()}`)
  const { status } = await phone.send('POST', '/v1/wp/', { ...json, browser: 'CHROME' })
  expect(status).toBe(201)
  const [, other] = await devicesOf(ana)
  await ana.send('DELETE', `${SESSIONS}${other?.id}/`)
  const left = await server.deps.db.select().from(devices).where(eq(devices.userId, ana.uuid))
  expect(left).toEqual([])
})

test('ending the current session is a sign-out', async () => {
  const [here] = await devicesOf(ana)
  expect((await ana.send('DELETE', `${SESSIONS}${here?.id}/`)).status).toBe(204)
  expect((await ana.send('GET', ME)).status).toBe(401)
})

test('the session of another user is not found and continues', async () => {
  const ben = await signUp(server)
  const [bens] = await devicesOf(ben)
  for (const id of [bens?.id, 'not-an-id', crypto.randomUUID()])
    expect((await ana.send('DELETE', `${SESSIONS}${id}/`)).status).toBe(404)
  expect((await ben.send('GET', ME)).status).toBe(200)
})

test('an ended session is not listed', async () => {
  await signInWith(IPHONE)
  await server.deps.sql`
    update sessions set expires_at = now() - interval '1 second' where device = 'Safari on iOS'`
  expect(await devicesOf(ana)).toHaveLength(1)
})

test('a device used again after hours has a new last-seen time', async () => {
  await server.deps.sql`
    update sessions set last_seen_at = now() - interval '5 hours' where user_id = ${ana.uuid}`
  await ana.send('GET', ME)
  const [here] = await devicesOf(ana)
  expect(Date.now() - Date.parse(here?.last_seen_at ?? '')).toBeLessThan(60 * 60 * 1000)
})

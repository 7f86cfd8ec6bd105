import { eq } from 'drizzle-orm'
import { verify } from 'hono/jwt'
import { expect, test } from 'vitest'
import { oneTimeKeys, sessions } from '../../../../server/platform/db/schema.ts'
import { hashSecret } from '../../../../server/people/accounts/one-time-keys.ts'
import { authToken, LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { finishSignIn, connect, signIn } from '#support/server/people.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const { server, ana } = await startWithCreator()

const REFUSED = { token: null, jwt_token: null, fingerprint: null, extended_status: 400 }
const ME = '/v1/users/me'

/** Signs in and returns the one-time token and the browser's cookie. */
async function oneTime(): Promise<[token: string, cookie: string]> {
  const { email, password } = ana
  const page = await (await open(server, LOGIN)).submit({ email, password })
  return [authToken(page), page.cookie]
}

test('a one-time token is exchanged, without a token header, for the four fields (R-097, R-099, R-100)', async () => {
  const [auth_token, cookie] = await oneTime()
  const answer = await server.request('POST', '/v1/connect/token', {
    body: { auth_token },
    headers: { cookie },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    jwt_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    fingerprint: expect.stringMatching(/^[\da-f-]{36}$/),
    extended_status: null,
  })
})

test('a one-time token works once (R-099, R-101)', async () => {
  const once = await oneTime()
  expect((await connect(server, ...once)).extended_status).toBeNull()
  expect(await connect(server, ...once)).toEqual(REFUSED)
})

test('a one-time token is refused in another browser, and stays usable in its own (R-099, D-08)', async () => {
  const [token, cookie] = await oneTime()
  const strangers = (await open(server, LOGIN)).cookie
  for (const other of ['', strangers, 'split_form=made-up', `split_form=${token}`])
    expect(await connect(server, token, other)).toEqual(REFUSED)
  expect((await connect(server, token, cookie)).extended_status).toBeNull()
})

test('a browser with two started sign-ins can finish both (R-099)', async () => {
  const { email, password } = ana
  const page = await open(server, LOGIN)
  const again = await open(server, LOGIN, page.cookie)
  for (const tab of [again, page]) {
    const done = await tab.submit({ email, password })
    expect((await finishSignIn(server, done)).extended_status).toBeNull()
  }
})

test('of ten simultaneous exchanges one gets a session (R-099)', async () => {
  const once = await oneTime()
  const answers = await Promise.all(Array.from({ length: 10 }, () => connect(server, ...once)))
  expect(answers.filter(({ extended_status }) => extended_status === null)).toHaveLength(1)
})

test('a one-time token is valid for sixty seconds (D-06)', async () => {
  const [late, cookie] = await oneTime()
  const row = eq(oneTimeKeys.keyHash, hashSecret(late))
  const [key] = await server.deps.db.select().from(oneTimeKeys).where(row)
  const seconds = ((key?.expiresAt.getTime() ?? 0) - Date.now()) / 1000
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(61)
  await server.deps.db.update(oneTimeKeys).set({ expiresAt: new Date() }).where(row)
  expect(await connect(server, late, cookie)).toEqual(REFUSED)
})

test.each(['', 'made-up', 'x'.repeat(10_000), `' or 1=1 --`, '\0'])(
  'the one-time token %j is answered with extended_status 400 (R-101, D-08)',
  async (token) => {
    const { cookie } = await open(server, LOGIN)
    expect(await connect(server, token, cookie)).toEqual(REFUSED)
  },
)

test.each([12, null, ['x'], { a: 1 }])(
  'a one-time token that is not text, %j, is a plain 400 (D-08)',
  async (auth_token) => {
    const answer = await server.request('POST', '/v1/connect/token', { body: { auth_token } })
    expect(answer.status).toBe(400)
  },
)

test('a session lasts thirty days, and tokens are stored as hashes only (R-102)', async () => {
  const { db } = server.deps
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashSecret(ana.token)))
  const days = ((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30.01)
  expect(JSON.stringify(await db.select().from(sessions))).not.toContain(ana.token)
  const [unused] = await oneTime()
  expect(JSON.stringify(await db.select().from(oneTimeKeys))).not.toContain(unused)
})

test('the jwt contains the user and nothing else, and gives no access (D-09)', async () => {
  const { jwt_token } = await connect(server, ...(await oneTime()))
  const claims = await verify(jwt_token ?? '', server.deps.secrets.jwt, 'HS256')
  expect(claims).toEqual({ uuid: ana.uuid, iat: expect.any(Number), exp: expect.any(Number) })
  expect((await server.request('GET', ME, { token: jwt_token ?? '' })).status).toBe(401)
})

test('signing out ends this session and keeps the others (R-093)', async () => {
  const phone = await signIn(server, ana)
  const answer = await phone.send('POST', '/v1/logout')
  expect(await statusAndBody(answer)).toEqual([204, ''])
  expect((await phone.send('GET', ME)).status).toBe(401)
  expect((await ana.send('GET', ME)).status).toBe(200)
})

test('a sign-out without a connection ends its session later by its hash alone (R-107)', async () => {
  const phone = await signIn(server, ana)
  const late = (token_hashes: unknown) =>
    server.request('POST', '/v1/logout/late', { body: { token_hashes } })
  expect((await late(['f'.repeat(64), hashSecret(phone.token)])).status).toBe(204)
  expect((await phone.send('GET', ME)).status).toBe(401)
  expect((await ana.send('GET', ME)).status).toBe(200)
  expect((await late([phone.token])).status).toBe(400)
  expect((await late([hashSecret(phone.token)])).status).toBe(204)
})

test('neither a cookie alone nor a token in another place signs in (R-094)', async () => {
  for (const headers of [
    { cookie: `token=${ana.token}` },
    { authorization: `Bearer ${ana.token}` },
  ] as Record<string, string>[])
    expect((await server.request('GET', ME, { headers })).status).toBe(401)
  expect((await server.request('GET', `${ME}?token=${ana.token}`)).status).toBe(401)
})

import { sql } from 'drizzle-orm'
import { beforeEach, expect, vi } from 'vitest'
import { delays } from '../../../../server/people/accounts/sign-in-tries.ts'
import { clientAddress } from '../../../../server/platform/http/client-address.ts'
import { throttle } from '../../../../server/platform/db/schema.ts'
import { redirectTarget, LOGIN, open, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { newEmail, PASSWORD, signUp } from '#support/server/people.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { statusesOf, expectTooMany } from '#support/server/asking.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const test = withPeople(server)
const other = await startTestServer({ listen: true, sharedServer: server })

/** Delay of each attempt in milliseconds. In these tests no attempt really waits. */
const paused: number[] = []
vi.spyOn(delays, 'take').mockImplementation(async (ms) => void paused.push(ms))

beforeEach(async () => {
  paused.length = 0
  await server.deps.db.delete(throttle)
})

const WRONG = { password: 'not the right one' }
const from = (address: string) => ({ 'X-Forwarded-For': address })

const times = (count: number, status: number) => Array.from({ length: count }, () => status)
const letTimePass = (one: TestServer) =>
  one.deps.db.update(throttle).set({ resetAt: sql`now() - interval '1 second'` })

test('after ten wrong passwords, even the right one is refused (A-002)', async ({ ana }) => {
  const page = await open(server, LOGIN)
  const statuses = await statusesOf(20, () => page.submit({ ...WRONG, email: ana.email }))
  expect(statuses).toEqual([...times(10, 400), ...times(10, 429)])
  const right = await page.submit({ email: ana.email, password: ana.password })
  expectTooMany(right, 14 * 60 + 1)
  expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  expect(right.html).toContain('Too many attempts. Try again in 15 minutes.')
  expect(right.html).toMatch(new RegExp(`<input id="email"[^>]*value="${ana.email}"`))
})

test('twenty wrong passwords at once do not bypass the limit (A-002)', async ({ ana }) => {
  const page = await open(server, LOGIN)
  const answers = await Promise.all(
    times(20, 0).map(() => page.submit({ ...WRONG, email: ana.email })),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
})

test('attempts are counted across processes (A-002)', async ({ ana }) => {
  const wrong = { ...WRONG, email: ana.email }
  const pages = [await open(server, LOGIN), await open(other, LOGIN)]
  for (const page of pages) await statusesOf(5, () => page.submit(wrong))
  for (const page of pages) expect((await page.submit(wrong)).status).toBe(429)
})

test('an unknown email is throttled like a known one (R-105)', async () => {
  const page = await open(server, LOGIN)
  const email = newEmail()
  const statuses = await statusesOf(11, () => page.submit({ ...WRONG, email }))
  expect(statuses).toEqual([...times(10, 400), 429])
})

test('sign-in works again after 15 minutes (A-002)', async ({ ana }) => {
  const page = await open(server, LOGIN)
  await statusesOf(11, () => page.submit({ ...WRONG, email: ana.email }))
  await letTimePass(server)
  const { email, password } = ana
  expect(redirectTarget(await page.submit({ email, password })).pathname).toBe('/')
})

test('the right password resets the count (A-002)', async () => {
  const { email, password } = await signUp(server)
  const page = await open(server, LOGIN)
  for (let round = 0; round < 2; round += 1) {
    await statusesOf(9, () => page.submit({ ...WRONG, email }))
    expect((await page.submit({ email, password })).status).toBe(303)
  }
})

const ascending = (a: number, b: number) => a - b

/** Sends each attempt from a different IP address. */
async function attack(email: string, tries: number) {
  const page = await open(server, LOGIN)
  const answers = await Promise.all(
    times(tries, 0).map((_, i) => page.submit({ ...WRONG, email }, from(`203.0.113.${i}`))),
  )
  return answers.map(({ status }) => status)
}

test('wrong passwords from elsewhere do not lock the account, and slow down strangers for a while (A-002)', async () => {
  const { email, password } = await signUp(server)
  expect(await attack(email, 42)).toEqual(times(42, 400))
  const waits = paused.splice(0)
  expect(waits.filter((ms) => ms === 0)).toHaveLength(20)
  expect(Math.max(...waits)).toBe(4000)
  const page = await open(server, LOGIN)
  expect((await page.submit({ email, password }, from('198.51.100.1'))).status).toBe(303)
  expect(paused).toEqual([4000])
})

test('an unknown email is slowed down like a known one (R-105)', async () => {
  await attack(newEmail(), 24)
  const unknown = paused.splice(0)
  await attack((await signUp(server)).email, 24)
  expect(paused.toSorted(ascending)).toEqual(unknown.toSorted(ascending))
})

test('a known browser can sign in during an attack and has its own attempts (A-002)', async () => {
  const { email, password } = await signUp(server)
  const device = await (await open(server, LOGIN)).submit({ email, password })
  await attack(email, 22)
  const here = await open(server, LOGIN)
  await statusesOf(11, () => here.submit({ ...WRONG, email }))
  expect((await here.submit({ email, password })).status).toBe(429)
  paused.length = 0
  const known = await open(server, LOGIN, device.cookie)
  expect(await statusesOf(9, () => known.submit({ ...WRONG, email }))).toEqual(times(9, 400))
  expect((await known.submit({ email, password })).status).toBe(303)
  expect(paused).toEqual([])
  const more = await statusesOf(11, () => known.submit({ ...WRONG, email }))
  expect(more).toEqual([...times(10, 400), 429])
  // The browser is only known to its own account.
  expect((await known.submit({ ...WRONG, email: newEmail() })).status).toBe(400)
  expect(paused).toEqual([0])
})

const FORGED = ['', 'a.b', 'x'.repeat(200), '~~~', 'id.signature~']
test.each(FORGED)('a forged device cookie, %j, is ignored (A-002)', async (made) => {
  const { email } = await signUp(server)
  const page = await open(server, LOGIN, `split_device=${made}`)
  const statuses = await statusesOf(11, () => page.submit({ ...WRONG, email }))
  expect(statuses).toEqual([...times(10, 400), 429])
  expect(paused).toHaveLength(10)
})

test('a browser is known only for the user who signed in with it (A-002)', async ({ ana, ben }) => {
  const signIn = async ({ email, password }: typeof ana, cookie?: string) =>
    (await open(server, LOGIN, cookie)).submit({ email, password })
  const shared = await signIn(ben, (await signIn(ana)).cookie)
  paused.length = 0
  for (const person of [ana, ben]) await signIn(person, shared.cookie)
  expect(paused).toEqual([])
  await signIn(ana, (await signIn(ben)).cookie)
  expect(paused).toEqual([0, 0])
})

test('the device cookie is hidden from scripts, other sites and other paths (A-002)', async () => {
  const { email, password } = await signUp(server)
  const secure = await createTestServer({ appOrigin: 'https://app.example', sharedServer: server })
  const done = await (await open(secure, LOGIN)).submit({ email, password })
  const cookie = done.headers.getSetCookie().find((line) => line.includes('split_device'))
  expect(cookie).toMatch(
    /^__Secure-split_device=[\w.-]+; Max-Age=31536000; Path=\/multi-connect; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(cookie).not.toContain(email)
  await secure.stop()
})

test('an address that tries many accounts is stopped, others are not (A-002)', async () => {
  const page = await open(server, LOGIN)
  const spray = () => page.submit({ ...WRONG, email: newEmail() }, from('203.0.113.7'))
  // In rounds, because on a busy machine requests that wait too long would not be counted.
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(times(10, 0).map(spray))
    expect(answers.map(({ status }) => status)).toEqual(times(10, 400))
  }
  // On a slow machine the elapsed time has allowed a few more attempts.
  let stopped = false
  for (let more = 0; more < 10 && !stopped; more += 1) stopped = (await spray()).status === 429
  expect(stopped).toBe(true)
  const elsewhere = await page.submit({ ...WRONG, email: newEmail() }, from('203.0.113.8'))
  expect(elsewhere.status).toBe(400)
})

test('checking by sign-up who has an account is stopped after ten attempts (A-003)', async ({
  ana,
}) => {
  const page = await open(server, SIGN_UP)
  const form = { email: ana.email, password: PASSWORD }
  const again = () => page.submit(form, from('203.0.113.9'))
  expect(await statusesOf(11, again)).toEqual([...times(10, 400), 429])
  const honest = { ...form, email: newEmail() }
  expect((await page.submit(honest, from('203.0.113.10'))).status).toBe(303)
})

test('the table holds neither emails nor addresses', async () => {
  const email = newEmail()
  await (await open(server, LOGIN)).submit({ ...WRONG, email }, from('203.0.113.11'))
  const rows = JSON.stringify(await server.deps.db.select().from(throttle))
  expectNoParts(rows, email, '203.0.113.11')
})

test.each([
  ['without proxies the header says nothing', '198.51.100.1', '1.1.1.1', [], '198.51.100.1'],
  ['a stranger in front is no proxy', '198.51.100.1', '1.1.1.1', ['10.0.0.0/8'], '198.51.100.1'],
  ['a proxy is believed', '10.0.0.1', '1.1.1.1', ['10.0.0.0/8'], '1.1.1.1'],
  ['what a client wrote itself is not', '10.0.0.1', '9.9.9.9, 1.1.1.1', ['10.0.0.1'], '1.1.1.1'],
  ['two proxies', '10.0.0.1', '1.1.1.1, 10.0.0.2', ['10.0.0.0/8'], '1.1.1.1'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1', '1.1.1.1', ['10.0.0.0/8'], '1.1.1.1'],
  ['nonsense in the header', '10.0.0.1', 'unknown', ['10.0.0.0/8'], '10.0.0.1'],
  ['no header', '10.0.0.1', undefined, ['10.0.0.0/8'], '10.0.0.1'],
  ['no socket', undefined, '1.1.1.1', ['10.0.0.0/8'], 'unknown'],
])('the address of a client: %s', (_, remote, header, proxies, expected) => {
  expect(clientAddress(remote, header, proxies)).toBe(expected)
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clientAddress } from '../../server/client-address.ts'
import { throttle } from '../../server/db/schema.ts'
import { location, LOGIN, open, type Opened, SIGN_UP } from '../support/server/login-pages.ts'
import { newEmail, PASSWORD, signUp } from '../support/server/people.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

const server = await createTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const other = await createTestServer({ shares: server })
afterAll(async () => {
  await other.stop()
  await server.stop()
})
beforeEach(() => server.deps.db.delete(throttle))

const WRONG = { password: 'not the right one' }
const from = (address: string) => ({ 'X-Forwarded-For': address })

async function tries(count: number, once: (i: number) => Promise<Opened>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push((await once(i)).status)
  return statuses
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)
const letTimePass = (one: TestServer) =>
  one.deps.db.update(throttle).set({ resetAt: sql`now() - interval '1 second'` })

test('of twenty wrong passwords ten are read, and then not even the right one (A-002)', async () => {
  const ana = await signUp(server)
  const page = await open(server, LOGIN)
  const statuses = await tries(20, () => page.submit({ ...WRONG, email: ana.email }))
  expect(statuses).toEqual([...times(10, 400), ...times(10, 429)])
  const right = await page.submit({ email: ana.email, password: ana.password })
  expect(right.status).toBe(429)
  const seconds = Number(right.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
  expect(right.html).toContain('Too many attempts, try again later. The next try is in 15 minutes.')
  expect(right.html).toMatch(new RegExp(`<input id="email"[^>]*value="${ana.email}"`))
})

test('twenty wrong passwords at once are no way around it (A-002)', async () => {
  const ana = await signUp(server)
  const page = await open(server, LOGIN)
  const answers = await Promise.all(
    times(20, 0).map(() => page.submit({ ...WRONG, email: ana.email })),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
})

test('the tries are counted across processes (A-002)', async () => {
  const ana = await signUp(server)
  const [here, there] = [await open(server, LOGIN), await open(other, LOGIN)]
  await tries(5, () => here.submit({ ...WRONG, email: ana.email }))
  await tries(5, () => there.submit({ ...WRONG, email: ana.email }))
  expect((await here.submit({ ...WRONG, email: ana.email })).status).toBe(429)
  expect((await there.submit({ ...WRONG, email: ana.email })).status).toBe(429)
})

test('an unknown email is throttled like a known one (R-105)', async () => {
  const page = await open(server, LOGIN)
  const email = newEmail()
  const statuses = await tries(11, () => page.submit({ ...WRONG, email }))
  expect(statuses).toEqual([...times(10, 400), 429])
})

test('after a quarter of an hour it is open again (A-002)', async () => {
  const ana = await signUp(server)
  const page = await open(server, LOGIN)
  await tries(11, () => page.submit({ ...WRONG, email: ana.email }))
  await letTimePass(server)
  const { email, password } = ana
  expect(location(await page.submit({ email, password })).pathname).toBe('/')
})

test('the right password starts the count anew (A-002)', async () => {
  const { email, password } = await signUp(server)
  const page = await open(server, LOGIN)
  for (let round = 0; round < 2; round += 1) {
    await tries(9, () => page.submit({ ...WRONG, email }))
    expect((await page.submit({ email, password })).status).toBe(303)
  }
})

test('one address that tries many accounts is stopped, others are not (A-002)', async () => {
  const page = await open(server, LOGIN)
  const spray = () => page.submit({ ...WRONG, email: newEmail() }, from('203.0.113.7'))
  await Promise.all(times(100, 0).map(spray))
  expect((await spray()).status).toBe(429)
  const elsewhere = await page.submit({ ...WRONG, email: newEmail() }, from('203.0.113.8'))
  expect(elsewhere.status).toBe(400)
})

test('finding out by sign-up who has an account is stopped after ten (A-003)', async () => {
  const { email } = await signUp(server)
  const page = await open(server, SIGN_UP)
  const again = () => page.submit({ email, password: PASSWORD }, from('203.0.113.9'))
  expect(await tries(11, again)).toEqual([...times(10, 400), 429])
  const honest = { email: newEmail(), password: PASSWORD }
  expect((await page.submit(honest, from('203.0.113.10'))).status).toBe(303)
})

test('the table holds neither emails nor addresses', async () => {
  const email = newEmail()
  await (await open(server, LOGIN)).submit({ ...WRONG, email }, from('203.0.113.11'))
  const rows = JSON.stringify(await server.deps.db.select().from(throttle))
  expect(rows).not.toContain(email)
  expect(rows).not.toContain('203.0.113.11')
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

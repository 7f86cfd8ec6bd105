import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { MobileState } from '#contract/people/account.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { statusesOf } from '#support/server/asking.ts'

const MOBILE = '/v1/users_mobile'

type Sms = { to: string; text: string }

/** Starts an SMS gateway. */
async function startGateway() {
  const took: { sms: Sms; request: IncomingMessage }[] = []
  const answers: number[] = []
  async function take(request: IncomingMessage): Promise<number> {
    const body = await text(request)
    const status = answers.shift() ?? 202
    if (status < 300) took.push({ sms: JSON.parse(body) as Sms, request })
    return status
  }
  const gateway = createServer(async (request, response) => {
    response.writeHead(await take(request)).end('{}')
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo
  return {
    took,
    answers,
    url: `http://127.0.0.1:${port}/send?key=secret`,
    stop: () => gateway.close(),
  }
}

const gateway = await forThisFile(startGateway())
const server = await startTestServer({ jobs: true, smsUrl: gateway.url })
const test = withPeople(server)

let last = 0
const newMobile = () => `+1202555${String(1000 + (last += 1))}`
const smsTo = (mobile: string) => gateway.took.filter(({ sms }) => sms.to === mobile)

async function codesTo(mobile: string, count = 1): Promise<string[]> {
  await vi.waitFor(() => expect(smsTo(mobile)).toHaveLength(count), { timeout: 20_000 })
  return smsTo(mobile).map(({ sms }) => /^\d{6}/.exec(sms.text)?.[0] ?? 'none')
}

type Answer = { status: number; body: MobileState & { errors?: Record<string, string[]> } }

async function call(ana: Person, method: string, body?: object, key?: string): Promise<Answer> {
  const answer = await ana.send(method, MOBILE, body, key ? { 'Idempotency-Key': key } : {})
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const set = (ana: Person, mobile: unknown) => call(ana, 'POST', { mobile })
const verify = (ana: Person, code: unknown) => call(ana, 'PUT', { code })
const me = (ana: Person) => ana.get('/v1/users/me')
/** Creates a user who entered a number, and returns the code that was sent there. */
async function asked() {
  const [ana, mobile] = [await signUp(server), newMobile()]
  await set(ana, mobile)
  const [code = ''] = await codesTo(mobile)
  return { ana, mobile, code }
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const WRONG = {
  status: 400,
  body: { errors: { code: ['This code is wrong. Check it and try again.'] } },
}

test('a number is set after entering the code sent to it (R-455, R-456, A-008, A-020, A-021)', async () => {
  const ana = await signUp(server)
  const none = { mobile: null, is_verified: false, pending_mobile: null, code_until: null }
  expect((await call(ana, 'GET')).body).toEqual({ ...none, delivery: 'sms' })
  const mobile = newMobile()
  const asked = await set(ana, mobile.replace('+1202555', '+1 (202) 555-'))
  expect(asked.body).toMatchObject({ mobile, is_verified: false, pending_mobile: mobile })
  const minutes = (Date.parse(asked.body.code_until ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10.1)

  const [code = ''] = await codesTo(mobile)
  const [{ request, sms } = { request: undefined, sms: undefined }] = smsTo(mobile)
  expect(request?.headers['content-type']).toBe('application/json')
  expect(request?.url).toBe('/send?key=secret')
  expect(sms?.text).toContain(`\n@localhost:8080 #${code}`)

  expect(await verify(ana, wrong(code))).toMatchObject(WRONG)
  expect(await me(ana)).toMatchObject({ phone: null })
  const done = await verify(ana, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(done.body).toMatchObject({ mobile, is_verified: true, pending_mobile: null })
  expect(await me(ana)).toMatchObject({ phone: mobile })
  expect((await verify(ana, code)).status).toBe(400)
})

const TOO_LONG = `+${'1'.repeat(16)}`
test.each(['', '0151 2345678', '+0 123 456 789', '+1', '+49 30 abc', 'phone', TOO_LONG])(
  '%j is refused, because it is not an international number (R-455)',
  async (mobile) => {
    const ana = await signUp(server)
    const { status, body } = await set(ana, mobile)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['mobile']])
    expect((await call(ana, 'GET')).body.mobile).toBeNull()
  },
)

test('a code allows five attempts, despite new keys (R-456)', async () => {
  const { ana, mobile, code } = await asked()
  const said: string[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    const { body } = await call(ana, 'PUT', { code: wrong(code) }, crypto.randomUUID())
    said.push(body.errors?.['code']?.[0] ?? '')
  }
  expect(said).toEqual([
    ...Array<string>(5).fill('This code is wrong. Check it and try again.'),
    'Too many wrong codes. Request a new one.',
  ])
  expect((await verify(ana, code)).status).toBe(400)
  await set(ana, mobile)
  const [, next = ''] = await codesTo(mobile, 2)
  expect((await verify(ana, next)).body).toMatchObject({ mobile, is_verified: true })
})

test('a code is valid for ten minutes, for its user alone (R-456)', async () => {
  const { ana, code } = await asked()
  const eve = await signUp(server)
  const errorOf = async (person: Person) => (await verify(person, code)).body.errors?.['code']
  expect(await errorOf(eve)).toEqual(['No code was sent. Enter your number first.'])
  await server.deps.sql`update phones set code_until = now() where user_id = ${ana.uuid}`
  expect(await errorOf(ana)).toEqual(['This code has expired. Request a new one.'])
})

test('the previous number is kept until a new one is confirmed', async ({ ana }) => {
  const [first, second] = [newMobile(), newMobile()]
  await set(ana, first)
  await verify(ana, (await codesTo(first))[0])
  const changing = { mobile: first, is_verified: true, pending_mobile: second }
  expect((await set(ana, second)).body).toMatchObject(changing)
  const [code = ''] = await codesTo(second)
  expect((await set(ana, first)).body).toMatchObject({ mobile: first, pending_mobile: null })
  expect((await verify(ana, code)).status).toBe(400)
  expect((await call(ana, 'GET')).body.mobile).toBe(first)
})

test('codes are limited per user and per number', async ({ ana }) => {
  expect(await statusesOf(4, () => set(ana, newMobile()))).toEqual([200, 200, 200, 429])
  const mobile = newMobile()
  const others = await statusesOf(6, async () => set(await signUp(server), mobile))
  expect(others).toEqual([200, 200, 200, 200, 200, 429])
})

test('a failed SMS is repeated, and the code is sent once', async ({ ana }) => {
  const mobile = newMobile()
  gateway.answers.push(503)
  await set(ana, mobile)
  const [code = ''] = await codesTo(mobile)
  expect((await verify(ana, code)).body.is_verified).toBe(true)
  expect(smsTo(mobile)).toHaveLength(1)
})

test('without a gateway the answer says so, and the operator has the code (D-91)', async () => {
  const one = await createTestServer()
  await one.deps.jobs.start()
  const ana = await signUp(one)
  const mobile = newMobile()
  expect((await set(ana, mobile)).body.delivery).toBe('outbox')
  const folder = join(one.deps.config.dataDir, 'outbox')
  const kept = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.sms'))
          .map((name) => readFileSync(join(folder, name), 'utf8'))
      : []
  // The file exists a moment before its text.
  const code = await vi.waitFor(
    () => {
      const [sms = '', ...others] = kept()
      expect(others).toEqual([])
      expect(sms).toContain(`To: ${mobile}\n`)
      return /^(\d{6}) is your/m.exec(sms)?.[1]
    },
    { timeout: 20_000 },
  )
  expect((await verify(ana, code)).body).toMatchObject({ mobile, is_verified: true })
  await one.stop()
})

test('a code does not confirm a number that was changed at another server', async () => {
  const { ana, code } = await asked()
  // The other server writes between the check of the code and the confirmation.
  await server.deps.db.execute(sql`
    create function change_number() returns trigger language plpgsql as $$
    begin
      update phones set next_mobile = '+12025550000', code_id = gen_random_uuid()
      where user_id = new.user_id and pg_trigger_depth() = 1;
      return null;
    end $$`)
  await server.deps.db.execute(sql`
    create trigger change_number after update of wrong_codes on phones
    for each row when (new.wrong_codes > old.wrong_codes) execute function change_number()`)
  const answer = await verify(ana, code)
  await server.deps.db.execute(sql`drop function change_number() cascade`)
  expect(answer).toMatchObject(WRONG)
  expect(await me(ana)).toMatchObject({ phone: null })
})

import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { oneTimeKeys } from '../../../../server/platform/db/schema.ts'
import { hashSecret } from '../../../../server/people/accounts/one-time-keys.ts'
import {
  authToken,
  FORGOT,
  redirectTarget,
  LOGIN,
  open,
} from '#support/server/hosts/login-pages.ts'
import { startMailServer } from '#support/server/hosts/mail-server.ts'
import { allMailsTo, confirmsSignInAddress, linkIn, mailsTo } from '#support/server/links/outbox.ts'
import {
  finishSignIn,
  connect,
  newEmail,
  PASSWORD,
  signIn,
  signUp,
} from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { statusAndBody, statusesOf } from '#support/server/asking.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const ASK = '/v1/send-set-password-link'
const NEW_PASSWORD = 'another four unlike words'
const ask = (email: unknown) => server.request('POST', ASK, { body: { email } })

const jobsLeft = () => server.deps.sql`select id from graphile_worker.jobs`

async function allJobsDone() {
  await vi.waitFor(async () => expect(await jobsLeft()).toHaveLength(0), { timeout: 10_000 })
}

/** Returns the path of the link in the newest mail. */
async function mailedLink(email: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(mailsTo(server, email)).toHaveLength(count), { timeout: 10_000 })
  const url = new URL(/^http.+$/m.exec(mailsTo(server, email).at(-1) ?? '')?.[0] ?? '')
  expect(url.origin).toBe(server.origin)
  return url.pathname + url.search
}

async function requestLink(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  return mailedLink(email)
}

test('a link is requested, mailed, and sets a new password (R-105)', async ({ ana }) => {
  const page = await open(server, await requestLink(ana.email))
  expect(page.html).toMatch(new RegExp(`<input id="email"[^>]*value="${ana.email}"[^>]*readonly`))
  const done = await page.submit({ password: NEW_PASSWORD })
  const location = '/multi-connect/login?notice=password-set'
  expect([done.status, done.headers.get('location')]).toEqual([303, location])
  const words = 'Your new password is set. Sign in with it.'
  expect((await open(server, location)).html).toContain(words)
  const again = await signIn(server, { email: ana.email, password: NEW_PASSWORD })
  expect(again.uuid).toBe(ana.uuid)
  const old = await (await open(server, LOGIN)).submit({ email: ana.email, password: PASSWORD })
  expect(old.status).toBe(400)
})

test('known and unknown addresses get the same answer, and only the known one a mail (R-105)', async () => {
  const ana = await signUp(server)
  const nobody = newEmail()
  for (const email of [nobody, ana.email])
    expect(await statusAndBody(await ask(email))).toEqual([200, {}])
  await mailedLink(ana.email)
  await allJobsDone()
  expect(mailsTo(server, nobody)).toEqual([])
})

test('the page shows the same text for both, and says if this server cannot send mail (R-105, D-91)', async () => {
  const ana = await signUp(server)
  const nobody = newEmail()
  const pages = await Promise.all(
    [ana.email, nobody].map(async (email) => (await open(server, FORGOT)).submit({ email })),
  )
  const [known, unknown] = pages.map(({ html }, i) =>
    html.replaceAll([ana.email, nobody][i] ?? '', ''),
  )
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  expect(known).toBe(unknown)
  expect(known).toContain('This server can&#39;t send email yet. Contact support to get the link.')
  await mailedLink(ana.email)
})

test('a new password ends all sessions, other links and one-time tokens (R-105)', async () => {
  const ana = await signUp(server)
  const phone = await signIn(server, ana)
  const { email, password } = ana
  const unused = await (await open(server, LOGIN)).submit({ email, password })
  const first = await requestLink(ana.email)
  await ask(ana.email)
  const second = await mailedLink(ana.email, 2)
  expect((await (await open(server, second)).submit({ password: NEW_PASSWORD })).status).toBe(303)
  for (const device of [ana, phone])
    expect((await device.send('GET', '/v1/users/me')).status).toBe(401)
  expect((await open(server, first)).status).toBe(400)
  expect((await finishSignIn(server, unused)).extended_status).toBe(400)
})

describe('a link', () => {
  test('works once (R-105)', async ({ ana }) => {
    const path = await requestLink(ana.email)
    const [one, two] = [await open(server, path), await open(server, path)]
    const done = await Promise.all([
      one.submit({ password: NEW_PASSWORD }),
      two.submit({ password: 'yet another unlike one' }),
    ])
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set([303, 400]))
    const late = await open(server, path)
    expect(late.status).toBe(400)
    expect(late.html).toContain('This link no longer works')
  })

  test('works for an hour (R-105)', async ({ ana }) => {
    const path = await requestLink(ana.email)
    const key = new URL(path, server.origin).searchParams.get('key') ?? ''
    const row = eq(oneTimeKeys.keyHash, hashSecret(key))
    const [stored] = await server.deps.db.select().from(oneTimeKeys).where(row)
    const minutes = ((stored?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60.1)
    const page = await open(server, path)
    await server.deps.db.update(oneTimeKeys).set({ expiresAt: new Date() }).where(row)
    expect((await page.submit({ password: NEW_PASSWORD })).status).toBe(400)
    await signIn(server, ana)
  })

  test('survives a weak password and a GET (R-105)', async ({ ana }) => {
    const path = await requestLink(ana.email)
    await open(server, path)
    const weak = await (await open(server, path)).submit({ password: 'password' })
    expect(weak.status).toBe(400)
    expect(weak.html).toContain('<a href="#password">This password is too easy to guess.')
    expect((await weak.submit({ password: NEW_PASSWORD })).status).toBe(303)
  })

  test('starts no session by itself, and a sign-in token does not set a password', async ({
    ana,
  }) => {
    const path = await requestLink(ana.email)
    const key = new URL(path, server.origin).searchParams.get('key')
    const { cookie } = await open(server, LOGIN)
    expect((await connect(server, key, cookie)).extended_status).toBe(400)
    expect((await connect(server, key)).extended_status).toBe(400)
    const { email, password } = ana
    const token = authToken(await (await open(server, LOGIN)).submit({ email, password }))
    expect((await open(server, `/multi-connect/set-password?key=${token}`)).status).toBe(400)
  })

  test.each(['', '?key=', '?key=made-up', `?key=${'x'.repeat(5000)}`, '?key=%00', '?key[]=a'])(
    'that is invalid, %s, says so and offers a new one',
    async (query) => {
      const page = await open(server, `/multi-connect/set-password${query}`)
      expect(page.status).toBe(400)
      expect(page.html).toContain('href="/multi-connect/forgot-password"')
    },
  )
})

test('a signed-in user does not enter an email (R-105, A-006)', async ({ ana }) => {
  expect(await (await ana.send('POST', ASK)).json()).toEqual({})
  await mailedLink(ana.email)
})

const NO_ADDRESS = 'Enter an email address, like name@example.com.'
test.each([
  [{}, 'This field is required.'],
  [{ email: 'no-address' }, NO_ADDRESS],
  [{ email: 5 }, 'This value is not valid.'],
  [{ email: 'a@b.example\r\nBcc: evil@evil.example' }, NO_ADDRESS],
])('a request with %j is refused on the field (A-006)', async (body, message) => {
  const answer = await server.request('POST', ASK, { body })
  expect(await statusAndBody(answer)).toEqual([400, { errors: { email: [message] } }])
})

test('an address gets at most three mails in a quarter of an hour, known or not (A-006)', async () => {
  for (const email of [(await signUp(server)).email, newEmail()]) {
    expect(await statusesOf(4, () => ask(email))).toEqual([200, 200, 200, 429])
    const page = await (await open(server, FORGOT)).submit({ email })
    expect(page.status).toBe(429)
    expect(page.html).toContain('Too many attempts. Try again in 15 minutes.')
  }
})

test('with SMTP the mail is sent, and the page says to look for it (D-91)', async () => {
  const post = await startMailServer()
  const settings = { smtpUrl: post.url, mailFrom: 'hello@app.example' }
  const one = await createTestServer({ listen: true, ...settings })
  const ana = await signUp(one)
  const page = await (await open(one, FORGOT)).submit({ email: ana.email })
  expect(page.html).toContain('Check your email')
  const letters = () => post.arrived.filter(({ text }) => !confirmsSignInAddress(text))
  await vi.waitFor(() => expect(letters()).toHaveLength(1), { timeout: 10_000 })
  const [mail] = letters()
  expect(mail).toMatchObject({
    from: { name: 'Split', address: 'hello@app.example' },
    rcptTo: [ana.email],
    subject: 'Set your Split password',
  })
  expect(allMailsTo(one, ana.email)).toEqual([])
  const { pathname, search } = new URL(linkIn(mail?.text ?? ''))
  const done = await (await open(one, pathname + search)).submit({ password: NEW_PASSWORD })
  expect(done.status).toBe(303)
  await one.stop()
  await post.stop()
})

test('the link unlocks a locked account without the old password (R-105)', async () => {
  const ana = await signUp(server)
  const page = await open(server, LOGIN)
  for (let i = 0; i < 10; i += 1) await page.submit({ email: ana.email, password: 'wrong' })
  expect((await page.submit({ email: ana.email, password: ana.password })).status).toBe(429)
  await (await open(server, await requestLink(ana.email))).submit({ password: NEW_PASSWORD })
  const done = await page.submit({ email: ana.email, password: NEW_PASSWORD })
  expect(redirectTarget(done).origin).toBe(server.origin)
})

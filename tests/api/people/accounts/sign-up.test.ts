import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationLink } from '../../../../server/people/accounts/invitations.ts'
import { users } from '../../../../server/platform/db/schema.ts'
import { redirectTarget, LOGIN, open, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { finishSignIn, newEmail, PASSWORD, signIn, signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const countUsers = () => server.deps.db.$count(users)

test('a new user signs up and reaches the app with a one-time token (R-092)', async () => {
  const page = await open(server, SIGN_UP)
  expect(page.status).toBe(200)
  const done = await page.submit({ email: newEmail(), password: PASSWORD })
  expect(redirectTarget(done).href).toMatch(/^http:\/\/localhost:8080\/\?auth_token=[\w-]{43}$/)
})

test('a new user can sign in again as the same user (R-093)', async () => {
  const ana = await signUp(server)
  expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
})

test('an email is accepted in capitals and with surrounding spaces (R-093)', async () => {
  const ana = await signUp(server)
  const loud = { ...ana, email: `  ${ana.email.toUpperCase()} ` }
  expect((await signIn(server, loud)).uuid).toBe(ana.uuid)
})

test('a taken email is refused on its field, and stays typed (R-092, A-003)', async () => {
  const ana = await signUp(server)
  const page = await (await open(server, SIGN_UP)).submit({ email: ana.email, password: PASSWORD })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<a href="#email">An account with this email already exists.</a>')
  expect(page.html).toMatch(new RegExp(`<input id="email"[^>]*value="${ana.email}"`))
})

test('of two simultaneous sign-ups with one email one creates an account (R-092)', async () => {
  const email = newEmail()
  const pages = await Promise.all([open(server, SIGN_UP), open(server, SIGN_UP)])
  const done = await Promise.all(pages.map((page) => page.submit({ email, password: PASSWORD })))
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([303, 400]))
})

test.each([
  ['short12', 'Use at least 8 characters.'],
  ['x'.repeat(201), 'Use at most 200 characters.'],
  ['password', 'This password is too easy to guess. Try a few unrelated words.'],
  ['Password123!', 'This password is too easy to guess. Try a few unrelated words.'],
  ['12345678', 'This password is too easy to guess. Try a few unrelated words.'],
  ['aaaaaaaaaaaa', 'This password is too easy to guess. Try a few unrelated words.'],
  ['somebody.known', 'Your email is too easy to guess.'],
])('the password %s is refused on its field and not shown again (A-003)', async (password, why) => {
  const page = await open(server, SIGN_UP)
  const refused = await page.submit({ email: 'somebody.known@people.example', password })
  expect(refused.status).toBe(400)
  expect(refused.html).toContain(`<a href="#password">${why}</a>`)
  expect(refused.html).toMatch(/<input id="password"[^>]*aria-describedby="password-about"/)
  expect(refused.html).toMatch(/<input id="password"[^>]*aria-invalid="true"/)
  expect(refused.html).not.toContain(`value="${password}"`)
})

const NO_EMAILS = ['', 'no-at-sign', 'a@b', `${'x'.repeat(250)}@people.example`]
test.each(NO_EMAILS)('the email "%s" is refused on its field (A-003)', async (email) => {
  const before = await countUsers()
  const page = await (await open(server, SIGN_UP)).submit({ email, password: PASSWORD })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<a href="#email">')
  expect(await countUsers()).toBe(before)
})

test('a password in any script works in every Unicode form (R-093)', async () => {
  const email = newEmail()
  const composed = 'pässwörter für ünser haus'
  const page = await open(server, SIGN_UP)
  expect((await page.submit({ email, password: composed })).status).toBe(303)
  await signIn(server, { email, password: composed.normalize('NFD') })
})

test('SQL and HTML in the form come back as text and change nothing (R-092)', async () => {
  const before = await countUsers()
  const email = `"><script>alert(1)</script>'; drop table users; --@people.example`
  const refused = await (await open(server, SIGN_UP)).submit({ email, password: PASSWORD })
  expect(refused.status).toBe(400)
  expect(refused.html).not.toContain('<script>alert')
  expect(refused.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  const hostile = await open(
    server,
    `${SIGN_UP}?success=${encodeURIComponent('"><b>x</b>')}&ref="><i>`,
  )
  expect(hostile.html).not.toMatch(/<b>x|<i>/)
  expect(await countUsers()).toBe(before)
})

test('a password that looks like SQL is a password (R-092)', async () => {
  const email = newEmail()
  const password = `' or '1'='1'; --`
  expect((await (await open(server, SIGN_UP)).submit({ email, password })).status).toBe(303)
  await signIn(server, { email, password })
  const guess = await (await open(server, LOGIN)).submit({ email, password: `' or ''='` })
  expect(guess.status).toBe(400)
})

describe('the operator’s settings (D-107)', () => {
  test('SIGNUP=closed says so and creates no account', async () => {
    const closed = await createTestServer({ signup: 'closed', sharedServer: server })
    const page = await open(closed, SIGN_UP)
    expect(page.html).toContain('Sign-up is closed on this server.')
    expect(page.html).not.toContain('<form')
    const form = { email: newEmail(), password: PASSWORD }
    const before = await countUsers()
    expect((await closed.request('POST', SIGN_UP, { form })).status).toBe(403)
    expect(await countUsers()).toBe(before)
    await closed.stop()
  })

  test('SIGNUP=invite accepts invited users once, and nobody else', async () => {
    const server = await createTestServer({ signup: 'invite' })
    expect((await open(server, SIGN_UP)).html).toContain('You need an invitation')
    const forged = await open(server, `${SIGN_UP}?invite=eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImEifQ.`)
    expect(forged.html).toContain('This invitation is no longer valid.')

    const email = newEmail()
    const link = new URL(await invitationLink(server.deps, email))
    const page = await open(server, link.pathname + link.search)
    const other = newEmail()
    const done = await page.submit({ email: other, password: PASSWORD })
    const { token } = await finishSignIn(server, done)
    const me = await server.request('GET', '/v1/users/me', { token: token ?? '' })
    expect(await me.json()).toMatchObject({ email })
    expect((await page.submit({ password: PASSWORD })).status).toBe(400)
    await server.stop()
  })
})

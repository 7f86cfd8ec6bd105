import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Factors } from '#contract/people/factors.ts'
import { expectParts } from '#support/expect-parts.ts'
import {
  comeBack,
  pressProvider,
  ProviderBrowser,
  providerAddress,
  signInAtProvider,
} from '#support/server/hosts/oidc-browser.ts'
import { startOidcProvider, type ProviderPerson } from '#support/server/hosts/oidc-provider.ts'
import { LOGIN, open, redirectTarget, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { addAuthenticator, FACTORS, fakeDates, resultOf } from '#support/server/factors.ts'
import { finishSignIn, newEmail, sessionOn, signUp } from '#support/server/people.ts'
import { newProviderPerson, oidcSettings, USER_CALLBACK } from '#support/server/oidc-people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'

const provider = await startOidcProvider([USER_CALLBACK])
afterAll(() => provider.stop())
const server = await startTestServer(oidcSettings(provider))
const newPerson = (facts: ProviderPerson = {}) => newProviderPerson(provider, facts)

describe('a new user', () => {
  test('creates an account without a password, and signs in again with one press', async () => {
    const { login, email } = newPerson()
    const welcome = await signInAtProvider(server, login)
    expectParts(welcome.html, 'Create account', 'sign in with Example Inc', email)
    const created = await welcome.submit({})
    const { token } = await finishSignIn(server, created)
    const session = sessionOn(server, token ?? '')
    const { sign_in } = await resultOf<Factors>(await session.send('GET', FACTORS))
    expect(sign_in).toMatchObject({ provider: 'Example Inc', has_password: false })
    expect(sign_in?.identity?.email).toBe(email)
    const again = await signInAtProvider(server, login)
    expect((await finishSignIn(server, again)).token).not.toBeNull()
  })

  test('keeps the page to return to', async () => {
    const { login } = newPerson()
    const path = `${SIGN_UP}?success=http%3A%2F%2Flocalhost%3A8080%2Fsplitlinks%3Fa%3D1&ref=abc`
    const created = await (await signInAtProvider(server, login, { path })).submit({})
    const target = redirectTarget(created)
    expect([target.pathname, target.searchParams.get('a')]).toEqual(['/splitlinks', '1'])
    expect(target.searchParams.get('ref')).toBe('abc')
  })

  test('goes to no other site afterwards', async () => {
    const { login } = newPerson()
    const path = `${LOGIN}?success=https%3A%2F%2Fevil.example%2F`
    const created = await (await signInAtProvider(server, login, { path })).submit({})
    expect(redirectTarget(created).origin).toBe('http://localhost:8080')
  })

  test('confirms an email that the provider has not confirmed', async () => {
    const { login, email } = newPerson({ email_verified: false })
    const created = await (await signInAtProvider(server, login)).submit({ email })
    const { token } = await finishSignIn(server, created)
    const state = await sessionOn(server, token ?? '').get('/v1/users/me/email')
    expect(state).toMatchObject({ email, is_confirmed: false })
  })
})

describe('an existing account', () => {
  test('is never matched by email: it is connected after its password', async () => {
    const ana = await signUp(server)
    const { login } = newPerson({ email: ana.email })
    const page = await signInAtProvider(server, login)
    expectParts(page.html, 'Sign in to your account once to connect Example Inc')
    const wrong = await page.submit({ email: ana.email, password: 'not this one at all' })
    expect(wrong.status).toBe(400)
    const right = await wrong.submit({ email: ana.email, password: ana.password })
    expect((await finishSignIn(server, right)).token).not.toBeNull()
    const again = await signInAtProvider(server, login)
    expect((await finishSignIn(server, again)).token).not.toBeNull()
    const { sign_in } = await resultOf<Factors>(await ana.send('GET', FACTORS))
    expect(sign_in).toMatchObject({ has_password: true, identity: { email: ana.email } })
  })
})

describe('an account with a second factor', () => {
  beforeEach(() => void fakeDates())
  afterEach(() => void vi.useRealTimers())

  test('is asked for its code after the provider, also when it is connected', async () => {
    const ana = await signUp(server)
    const app = await addAuthenticator(ana)
    const { login } = newPerson({ email: ana.email })
    const page = await signInAtProvider(server, login)
    const code = await page.submit({ email: ana.email, password: ana.password })
    expectParts(code.html, 'Enter your code')
    const done = await code.submit({ code: app.nextCode() })
    expect((await finishSignIn(server, done)).token).not.toBeNull()
    const again = await signInAtProvider(server, login)
    expectParts(again.html, 'Enter your code')
    expect((await again.submit({ code: '000000' })).status).toBe(400)
    const right = await again.submit({ code: app.nextCode() })
    expect((await finishSignIn(server, right)).token).not.toBeNull()
  })
})

describe('the answer of the provider', () => {
  test('counts once, and only in the browser that asked', async () => {
    const { login } = newPerson()
    await (await signInAtProvider(server, login)).submit({})
    const start = await pressProvider(server, await open(server, LOGIN))
    const back = await new ProviderBrowser().signIn(providerAddress(start), login)
    const stranger = await open(server, LOGIN)
    const other = await comeBack(server, back, stranger.cookie)
    expect(other.status).toBe(400)
    expectParts(other.html, 'This sign-in has ended')
    const first = await comeBack(server, back, start.cookie)
    expect((await finishSignIn(server, first)).token).not.toBeNull()
    const second = await comeBack(server, back, start.cookie)
    expectParts(second.html, 'This sign-in has ended')
  })

  test('may arrive at another server than the one that asked', async () => {
    const { login } = newPerson()
    await (await signInAtProvider(server, login)).submit({})
    const other = await createTestServer({ sharedServer: server, ...oidcSettings(provider) })
    const start = await pressProvider(server, await open(server, LOGIN))
    const back = await new ProviderBrowser().signIn(providerAddress(start), login)
    const page = await comeBack(other, back, start.cookie)
    expect((await finishSignIn(server, page)).token).not.toBeNull()
    await other.stop()
  })

  test('names the email at the endpoint for users if the token has none', async () => {
    const strict = await startOidcProvider([USER_CALLBACK], { inIdToken: false })
    const other = await createTestServer(oidcSettings(strict))
    const email = newEmail()
    strict.people.set('ben', { email, email_verified: true })
    expectParts((await signInAtProvider(other, 'ben')).html, email)
    await other.stop()
    await strict.stop()
  })
})

test('another site cannot start a sign-in', async () => {
  const answer = await server.request('POST', '/multi-connect/oidc', { form: { csrf: 'x' } })
  expect([answer.status, answer.headers.get('refresh')]).toEqual([403, null])
})

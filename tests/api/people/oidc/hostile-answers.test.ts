import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { startHostileProvider, type Answers } from '#support/server/hosts/hostile-provider.ts'
import { comeBack, pressProvider, providerAddress } from '#support/server/hosts/oidc-browser.ts'
import { LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { oidcSettings } from '#support/server/oidc-people.ts'
import { finishSignIn, signUp } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { oidcLimits } from '../../../../server/people/oidc/provider.ts'

const provider = await startHostileProvider()
afterAll(() => provider.stop())
const server = await startTestServer(oidcSettings(provider))
beforeEach(() => void (provider.answers = {}))

const SECONDS = 1000
const nowInSeconds = () => Math.floor(Date.now() / SECONDS)

/** Signs in with falsified answers and returns the page that follows. */
async function signIn(answers: Answers, changes?: Record<string, string>) {
  const start = await pressProvider(server, await open(server, LOGIN))
  provider.answers = answers
  return comeBack(server, provider.signIn(providerAddress(start), changes), start.cookie)
}

const REFUSED: [what: string, Answers][] = [
  ['with another nonce', { claims: (claims) => ({ ...claims, nonce: 'other' }) }],
  ['without a nonce', { claims: (claims) => ({ ...claims, nonce: undefined }) }],
  ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example' }) }],
  ['for another client', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
  [
    'for several clients without naming us',
    { claims: (claims) => ({ ...claims, aud: ['split', 'other'] }) },
  ],
  ['without a subject', { claims: (claims) => ({ ...claims, sub: undefined }) }],
  ['that has expired', { claims: (claims) => ({ ...claims, exp: nowInSeconds() - 120 }) }],
  ['that is not valid yet', { claims: (claims) => ({ ...claims, nbf: nowInSeconds() + 120 }) }],
  ['without a signature', { signature: 'none' }],
  ['with the signature of another key', { signature: 'foreign' }],
]

describe('a token', () => {
  test('is accepted as it should be', async () => {
    expectParts((await signIn({})).html, 'Create account')
  })

  test.each(REFUSED)('%s is refused', async (_, answers) => {
    const page = await signIn(answers)
    expect(page.status).toBe(400)
    expectParts(page.html, 'Example Inc could not sign you in')
  })

  test('may come from a clock that differs by half a minute', async () => {
    const page = await signIn({ claims: (claims) => ({ ...claims, exp: nowInSeconds() - 30 }) })
    expect(page.status).toBe(200)
  })
})

describe('an answer', () => {
  test('with a code that was used before is refused', async () => {
    const start = await pressProvider(server, await open(server, LOGIN))
    const back = provider.signIn(providerAddress(start))
    expect((await comeBack(server, back, start.cookie)).status).toBe(200)
    const next = await pressProvider(server, await open(server, LOGIN))
    const state = new URL(providerAddress(next)).searchParams.get('state') ?? ''
    const code = new URL(back, provider.issuer).searchParams.get('code') ?? ''
    const path = provider.signIn(providerAddress(next), { code, state })
    const page = await comeBack(server, path, next.cookie)
    expectParts(page.html, 'Example Inc could not sign you in')
  })

  test('with the code of another browser is refused by its verifier', async () => {
    const stolen = await pressProvider(server, await open(server, LOGIN))
    const path = provider.signIn(providerAddress(stolen))
    const code = new URL(path, provider.issuer).searchParams.get('code') ?? ''
    const page = await signIn({}, { code })
    expectParts(page.html, 'Example Inc could not sign you in')
  })

  test('says so if the person cancelled', async () => {
    const page = await signIn({}, { error: 'access_denied' })
    expect(page.status).toBe(400)
    expectParts(page.html, 'You did not sign in', 'says that you cancelled')
  })

  test('of another issuer is refused (RFC 9207)', async () => {
    const page = await signIn({}, { iss: 'https://other.example' })
    expectParts(page.html, 'Example Inc could not sign you in')
  })

  test.each([
    [403, 400, 'could not sign you in'],
    [429, 502, 'does not answer'],
    [500, 502, 'does not answer'],
  ])('with status %i is explained and logged', async (status, shown, text) => {
    const warn = vi.spyOn(server.deps.log, 'warn')
    const page = await signIn({
      answer(path, response) {
        if (path !== '/token') return false
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end('{"error":"invalid_code"}')
        return true
      },
    })
    expect(page.status).toBe(shown)
    expectParts(page.html, `Example Inc ${text}`)
    const details = expect.objectContaining({ status })
    expect(warn).toHaveBeenLastCalledWith('sign-in with the provider failed', details)
    warn.mockRestore()
  })

  test('that is huge is not read', async () => {
    const page = await signIn({
      answer(path, response) {
        if (path !== '/token') return false
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(' '.repeat(oidcLimits.maxBytes + 1))
        return true
      },
    })
    expect(page.status).toBe(502)
    expectParts(page.html, 'Example Inc does not answer', 'You can also sign in with your password')
  })

  test('that never comes ends the sign-in', async () => {
    const { totalMs } = oidcLimits
    oidcLimits.totalMs = 200
    const page = await signIn({ answer: (path) => path === '/token' })
    oidcLimits.totalMs = totalMs
    expect(page.status).toBe(502)
    expectParts(page.html, 'Example Inc does not answer')
  })

  test('with an unverified email signs in to no account of that email', async () => {
    const ana = await signUp(server)
    const claims = (same: Record<string, unknown>) => ({
      ...same,
      sub: 'mallory',
      email: ana.email,
      email_verified: false,
    })
    const page = await signIn({ claims })
    expect(page.headers.get('location')).toBeNull()
    expectParts(page.html, 'Sign in to your account once to connect Example Inc')
  })
})

test('metadata is read with the first sign-in, and once', async () => {
  const path = '/.well-known/openid-configuration'
  const other = await createTestServer(oidcSettings(provider))
  const before = provider.requests.get(path) ?? 0
  await pressProvider(other, await open(other, LOGIN))
  await pressProvider(other, await open(other, LOGIN))
  expect(provider.requests.get(path)).toBe(before + 1)
  await other.stop()
})

test('a provider that cannot be reached leaves the password', async () => {
  const issuer = 'http://127.0.0.1:9'
  const other = await createTestServer(oidcSettings({ issuer }))
  const page = await pressProvider(other, await open(other, LOGIN))
  expect(page.status).toBe(502)
  expectParts(page.html, 'Example Inc does not answer', 'You can also sign in with your password')
  const ana = await signUp(other)
  const done = await (await open(other, LOGIN)).submit({ email: ana.email, password: ana.password })
  expect((await finishSignIn(other, done)).token).not.toBeNull()
  await other.stop()
})

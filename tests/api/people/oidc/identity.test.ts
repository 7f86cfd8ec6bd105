import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Factors } from '#contract/people/factors.ts'
import { expectParts } from '#support/expect-parts.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { addAuthenticator, enterPassword, FACTORS, resultOf } from '#support/server/factors.ts'
import {
  comeBack,
  pressProvider,
  ProviderBrowser,
  providerAddress,
  signInAtProvider,
} from '#support/server/hosts/oidc-browser.ts'
import { startOidcProvider, type ProviderPerson } from '#support/server/hosts/oidc-provider.ts'
import { startHostileProvider } from '#support/server/hosts/hostile-provider.ts'
import {
  FORGOT,
  hiddenFields,
  LOGIN,
  open,
  redirectTarget,
  SIGN_UP,
} from '#support/server/hosts/login-pages.ts'
import { linkIn, waitForMails } from '#support/server/links/outbox.ts'
import { accept, addMember, invite } from '#support/server/members.ts'
import { newProviderPerson, oidcSettings, USER_CALLBACK } from '#support/server/oidc-people.ts'
import { finishSignIn, PASSWORD, sessionOn, signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type Reachable } from '#support/server/test-app.ts'
import { identities, sessions, users } from '../../../../server/platform/db/schema.ts'

const IDENTITY = `${FACTORS}identity/`
const PROOF = `${FACTORS}proof/identity/`
const provider = await startOidcProvider([USER_CALLBACK])
afterAll(() => provider.stop())
const server = await startTestServer({ jobs: true, ...oidcSettings(provider) })
const newPerson = (facts: ProviderPerson = {}) => newProviderPerson(provider, facts)

type Session = Pick<Person, 'send' | 'get'>

const signInOf = async (session: Session) =>
  (await resultOf<Factors>(await session.send('GET', FACTORS))).sign_in

/** Starts a call that answers with an address at the provider, in a browser with a cookie. */
async function start(session: Session, path: string, body: object) {
  const answer = await session.send('POST', path, body)
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  return { url: (await resultOf<{ url: string }>(answer)).url, cookie }
}

/** Creates an account with the provider and returns its session. */
async function newAccount(on: Reachable = server) {
  const { login, email } = newPerson()
  const created = await (await signInAtProvider(on, login)).submit({})
  const { token } = await finishSignIn(on, created)
  return { login, email, token: token ?? '', ...sessionOn(on, token ?? '') }
}

describe('connecting in account info', () => {
  test('needs the password, and signs in from then on', async () => {
    const ana = await signUp(server)
    const { login, email } = newPerson()
    const refused = await ana.send('POST', IDENTITY, { back: '/settings/accountinfo' })
    expect(refused.status).toBe(400)
    const body = { password: PASSWORD, back: '/settings/accountinfo?a=1' }
    const { url, cookie } = await start(ana, IDENTITY, body)
    const back = await new ProviderBrowser().signIn(url, login)
    const page = await comeBack(server, back, cookie)
    expect(redirectTarget(page).href).toBe('http://localhost:8080/settings/accountinfo?a=1')
    expect(await signInOf(ana)).toMatchObject({ identity: { email } })
    const again = await signInAtProvider(server, login)
    const { token } = await finishSignIn(server, again)
    expect(await sessionOn(server, token ?? '').get('/v1/users/me')).toMatchObject({
      uuid: ana.uuid,
    })
    const [mail = ''] = await waitForMails(server, ana.email, 1)
    expectParts(mail, 'Example Inc was connected to your Split account')
  })

  test('connects no account that belongs to another user', async () => {
    const other = await newAccount()
    const ana = await signUp(server)
    const { url, cookie } = await start(ana, IDENTITY, { password: PASSWORD, back: '/' })
    const back = await new ProviderBrowser().signIn(url, other.login)
    const target = redirectTarget(await comeBack(server, back, cookie))
    expect(target.searchParams.has('not-connected')).toBe(true)
    expect(await signInOf(ana)).toMatchObject({ identity: null })
  })

  test('ends with the session that started it', async () => {
    const ana = await signUp(server)
    const { login } = newPerson()
    const { url, cookie } = await start(ana, IDENTITY, { password: PASSWORD, back: '/' })
    const back = await new ProviderBrowser().signIn(url, login)
    await server.deps.db
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(eq(sessions.userId, ana.uuid))
    expectParts((await comeBack(server, back, cookie)).html, 'This sign-in has ended')
  })
})

describe('disconnecting', () => {
  test('needs another way to sign in', async () => {
    const ben = await newAccount()
    const { url, cookie } = await start(ben, PROOF, { back: '/wallet' })
    const back = await new ProviderBrowser().signIn(url, ben.login)
    const target = redirectTarget(await comeBack(server, back, cookie))
    const password = target.hash.replace('#confirmed=', '')
    const refused = await ben.send('DELETE', IDENTITY, { password })
    expect(refused.status).toBe(400)
    expectParts(await refused.text(), 'Set a password or add a passkey first')
    const changed = await ben.send('PUT', '/v1/users/me/password/', {
      password,
      new_password: PASSWORD,
    })
    expect(changed.status).toBe(204)
    expect((await ben.send('DELETE', IDENTITY, { password: PASSWORD })).status).toBe(204)
    expect(await signInOf(ben)).toMatchObject({ identity: null, has_password: true })
  })
})

describe('a confirmation by the provider', () => {
  test('replaces the password in this session, after a new sign-in', async () => {
    const ben = await newAccount()
    const browser = new ProviderBrowser()
    const path = '/v2/my/factors/authenticator/'
    const refused = await ben.send('POST', path, { password: 'anything' })
    expectParts(await refused.text(), 'Confirm with Example Inc or a passkey')
    const { url, cookie } = await start(ben, PROOF, { back: '/settings/accountinfo' })
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    const back = await browser.signIn(url, ben.login)
    const target = redirectTarget(await comeBack(server, back, cookie))
    const password = target.hash.replace('#confirmed=', '')
    const other = await finishSignIn(server, await signInAtProvider(server, ben.login))
    const elsewhere = sessionOn(server, other.token ?? '')
    expect((await elsewhere.send('POST', path, { password })).status).toBe(400)
    expect((await ben.send('POST', path, { password })).status).toBe(201)
  })

  test('by another person counts for nothing', async () => {
    const ben = await newAccount()
    const { login } = newPerson()
    const { url, cookie } = await start(ben, PROOF, { back: '/' })
    const back = await new ProviderBrowser().signIn(url, login)
    const page = await comeBack(server, back, cookie)
    expect(page.status).toBe(400)
    expectParts(page.html, 'Example Inc could not sign you in')
  })

  test('counts only if the person signed in just now', async () => {
    const hostile = await startHostileProvider()
    const other = await createTestServer(oidcSettings(hostile))
    const email = 'eve@people.example'
    const claims = (same: Record<string, unknown>) => ({ ...same, email, email_verified: true })
    hostile.answers = { claims }
    const pressed = await pressProvider(other, await open(other, LOGIN))
    const welcome = await comeBack(other, hostile.signIn(providerAddress(pressed)), pressed.cookie)
    const { token } = await finishSignIn(other, await welcome.submit({}))
    const eve = sessionOn(other, token ?? '')
    for (const auth_time of [undefined, Math.floor(Date.now() / 1000) - 3600]) {
      hostile.answers = { claims: (same) => ({ ...same, email, auth_time }) }
      const { url, cookie } = await start(eve, PROOF, { back: '/' })
      const page = await comeBack(other, hostile.signIn(url), cookie)
      expect(page.status).toBe(400)
      expectParts(page.html, 'Example Inc did not ask you to sign in')
    }
    await other.stop()
    await hostile.stop()
  })
})

/** Asks for the email with a link, and returns its path and the page that asked. */
async function mailedLink({ email }: Person) {
  const { login } = newPerson({ email })
  const page = await signInAtProvider(server, login)
  const form = { ...hiddenFields(page.html), email }
  const headers = { cookie: page.cookie }
  const sent = await server.request('POST', '/multi-connect/oidc/mail', { form, headers })
  expectParts(await sent.text(), 'a link for it is')
  const [mail = ''] = await waitForMails(server, email, 1)
  const { pathname, search } = new URL(linkIn(mail))
  return { link: pathname + search, page }
}

describe('an email instead of the password', () => {
  test('connects an account in the browser that asked, once', async () => {
    const ana = await signUp(server)
    await server.deps.sql`update users set email_confirmed_at = now() where id = ${ana.uuid}`
    const { link, page } = await mailedLink(ana)
    const stranger = await open(server, LOGIN)
    expectParts((await open(server, link, stranger.cookie)).html, 'This sign-in has ended')
    const asked = await open(server, link, page.cookie)
    expectParts(asked.html, 'Connect Example Inc?', ana.email)
    const done = await asked.submit({})
    expect((await finishSignIn(server, done)).token).not.toBeNull()
    expect(await signInOf(ana)).toMatchObject({ identity: { email: ana.email } })
    expectParts((await open(server, link, page.cookie)).html, 'This sign-in has ended')
    expect((await enterPassword(server, ana)).status).toBe(303)
  })

  test('ends what opened an account whose email was not confirmed before', async () => {
    // Eve signed up with the address of somebody else.
    const eve = await signUp(server)
    const { link, page } = await mailedLink(eve)
    await addAuthenticator(eve)
    const { key } = await addKey(eve, { name: 'Script' })
    const friend = await signUp(server)
    const invitation = await invite(server, eve, friend.email, ['edit'])
    const { acting } = await addMember(server, eve, ['edit'])
    const done = await (await open(server, link, page.cookie)).submit({})
    const { token } = await finishSignIn(server, done)
    expect(await signInOf(sessionOn(server, token ?? ''))).toMatchObject({ has_password: false })
    expect((await eve.send('GET', '/v1/users/me')).status).toBe(401)
    expect((await withKey(server, key)('GET', '/v2/my/links/')).status).toBe(401)
    expect((await acting.send('GET', '/v2/my/links/')).status).toBe(403)
    expect((await accept(friend, invitation.key)).ok).toBe(false)
    expect((await enterPassword(server, eve)).status).toBe(400)
  })
})

describe('a server without passwords', () => {
  test('offers the provider only, and refuses passwords', async () => {
    const ana = await signUp(server)
    const settings = oidcSettings(provider, { replacesPasswords: true })
    const strict = await createTestServer({ sharedServer: server, ...settings })
    for (const path of [LOGIN, SIGN_UP]) {
      const { html } = await open(strict, path)
      expectParts(html, 'Sign in with Example Inc')
      expect(html).not.toContain('name="password"')
    }
    const page = await open(strict, LOGIN)
    const form = { ...hiddenFields(page.html), email: ana.email, password: PASSWORD }
    const headers = { cookie: page.cookie }
    for (const path of [LOGIN, SIGN_UP, FORGOT]) {
      const answer = await strict.request('POST', path, { form, headers })
      expect([path, answer.status]).toEqual([path, 400])
      expectParts(await answer.text(), 'This site has no passwords. Sign in with Example Inc.')
    }
    const ben = await newAccount(strict)
    expect(await signInOf(ben)).toMatchObject({ allows_password: false })
    await strict.stop()
  })
})

test('deleting an account deletes its identity', async () => {
  const ben = await newAccount()
  const { db } = server.deps
  const mine = eq(identities.email, ben.email)
  expect(await db.$count(identities, mine)).toBe(1)
  await db.delete(users).where(eq(users.email, ben.email))
  expect(await db.$count(identities, mine)).toBe(0)
})

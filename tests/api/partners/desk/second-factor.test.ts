import { afterAll, expect, test } from 'vitest'
import { TOTP } from 'otpauth'
import { brandResetFactorCommand } from '../../../../server/operator/brand-reset-factor.ts'
import { deskFactorMail } from '../../../../server/partners/desk/people/factor-mail.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'
import {
  addDeskPerson,
  cookiesIn,
  enterDesk,
  enterWith,
  linkFor,
  type DeskVisitor,
} from '#support/server/desk.ts'
import {
  ACCESS,
  addDeskPasskey,
  addPerson,
  addProtectedPerson,
  forgetDeskProof,
} from '#support/server/desk-factors.ts'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest, recoveryCodesIn } from '#support/server/factors.ts'
import { hiddenFields, open } from '#support/server/hosts/login-pages.ts'
import {
  comeBack,
  pressProvider,
  ProviderBrowser,
  providerAddress,
} from '#support/server/hosts/oidc-browser.ts'
import { startOidcProvider } from '#support/server/hosts/oidc-provider.ts'
import type { DeviceOptions } from '#support/server/passkey-device.ts'
import { newProviderPerson, oidcSettings } from '#support/server/oidc-people.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'

const OIDC = '/desk/sign-in/oidc'
const provider = await startOidcProvider([`http://localhost:8080${OIDC}/callback`])
afterAll(() => provider.stop())
const server = await startTestServer(oidcSettings(provider))
const { sql } = server.deps
fakeDatesPerTest()

const APP = `${ACCESS}/app`
const addProtected = () => addProtectedPerson(server)

/** Opens a link and presses its button. Returns the page that asks for a code. */
async function pressLink(at: TestServer, link: string) {
  const page = await open(at, link)
  return page.submit({})
}

/** Sends a code with the page that asked for it. */
async function enterCode(at: TestServer, link: string, code: string) {
  const page = await open(at, link)
  const form = { ...hiddenFields(page.html), code }
  return at.request('POST', link, { form, headers: { cookie: page.cookie } })
}

test('with an authenticator app a link asks for a code, which works once', async () => {
  const { person, nextCode, recoveryCodes } = await addProtected()
  expect(recoveryCodes.length).toBe(10)
  const link = await linkFor(server, person)
  const asked = await pressLink(server, link)
  expect(asked.status).toBe(200)
  expectParts(asked.html, 'Enter your code')
  expect(cookiesIn(asked.headers)).not.toContain('desk=')
  const wrong = await enterCode(server, link, '000000')
  expect(wrong.status).toBe(400)
  expectParts(await wrong.text(), 'This code is wrong')
  const code = nextCode()
  const entered = await enterCode(server, link, code)
  expect(entered.status).toBe(303)
  expect(cookiesIn(entered.headers)).toContain('desk=')
  // The link and the code are used up.
  expect((await server.request('GET', link)).status).toBe(410)
  expect((await enterCode(server, await linkFor(server, person), code)).status).toBe(400)
})

test('a recovery code replaces a code once', async () => {
  const { person, recoveryCodes } = await addProtected()
  const [first = ''] = recoveryCodes
  const typed = first.toLowerCase().replace('-', ' ')
  expect((await enterCode(server, await linkFor(server, person), typed)).status).toBe(303)
  expect((await enterCode(server, await linkFor(server, person), typed)).status).toBe(400)
})

test('after five wrong codes even the right one waits, and the link stays valid', async () => {
  const { person, nextCode } = await addProtected()
  const link = await linkFor(server, person)
  for (let wrong = 0; wrong < 5; wrong++)
    expect((await enterCode(server, link, '000000')).status).toBe(400)
  expect((await enterCode(server, link, nextCode())).status).toBe(429)
  await sql`delete from throttle where key like 'codesByAccount:%'`
  expect((await enterCode(server, link, nextCode())).status).toBe(303)
})

test('of two servers that get the same code at once, one accepts it', async () => {
  const { person, nextCode } = await addProtected()
  const second = await createTestServer({ sharedServer: server })
  try {
    const links = [await linkFor(server, person), await linkFor(server, person)]
    const code = nextCode()
    const both = await Promise.all([
      enterCode(server, links[0] ?? '', code),
      enterCode(second, links[1] ?? '', code),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400])
  } finally {
    await second.stop()
  }
})

test('removing the app and new recovery codes need a code', async () => {
  const { desk, person, nextCode, recoveryCodes } = await addProtected()
  await forgetDeskProof(server)
  for (const path of [`${APP}/remove`, '/desk/account/codes']) {
    expect((await desk.post(path)).status).toBe(428)
    const refused = await desk.post(path, { code: '000000' })
    expect(refused.status).toBe(400)
    expectParts(refused.html, 'This code is wrong')
  }
  const renewed = await desk.post('/desk/account/codes', { code: nextCode() })
  const [fresh = ''] = recoveryCodesIn(renewed.html)
  expect(recoveryCodes).not.toContain(fresh)
  const link = await linkFor(server, person)
  expect((await enterCode(server, link, recoveryCodes[0] ?? '')).status).toBe(400)
  await forgetDeskProof(server)
  expect((await desk.post(`${APP}/remove`, { code: fresh })).status).toBe(303)
  expect((await pressLink(server, link)).status).toBe(303)
})

test('a wrong first code sets up nothing, and an app is not replaced without a code', async () => {
  const { desk, person } = await addProtected()
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() })
  expect((await desk.post(APP, { secret, code })).status).toBe(400)
  expect((await desk.get(APP)).status).toBe(303)
  const other = await addDeskPerson(server, person.brandId, { email: 'eve@oak.example' })
  const eve = await enterWith(server, await linkFor(server, other))
  expect((await eve.post(APP, { secret, code: '000000' })).status).toBe(400)
  expect((await eve.post(APP, { secret: 'no secret!', code: '000000' })).status).toBe(400)
  expectParts((await eve.get('/desk/account')).html, 'Set up an authenticator app')
})

test('a link without a name cannot be protected', async () => {
  const desk = await enterDesk(server, (await addShop(server)).id)
  expect((await desk.get(APP)).status).toBe(303)
  expectParts((await desk.get('/desk/account')).html, 'a link without a name')
})

/** Connects the person to an account at the provider and returns a function that signs in with it. */
async function connectProvider(desk: DeskVisitor) {
  const { login } = newProviderPerson(provider)
  const accounts = await open(server, '/desk/accounts', desk.cookie)
  const form = hiddenFields(accounts.html)
  const headers = { cookie: accounts.cookie }
  const started = await server.request('POST', '/desk/accounts/connect', { form, headers })
  const address = providerAddress({ status: 200, headers: started.headers, html: '' })
  const cookie = `${accounts.cookie}; ${cookiesIn(started.headers)}`
  const connected = await new ProviderBrowser().signIn(address, login)
  expect((await open(server, connected, cookie)).status).toBe(303)
  return async () => {
    const start = await pressProvider(server, await open(server, '/desk/sign-in'), OIDC)
    const back = await new ProviderBrowser().signIn(providerAddress(start), login)
    return comeBack(server, back, start.cookie)
  }
}

test('the provider is followed by a code', async () => {
  const { desk, nextCode } = await addProtected()
  const signIn = await connectProvider(desk)
  const asked = await signIn()
  expectParts(asked.html, 'Enter your code')
  expect(asked.cookie).not.toContain('desk=')
  const entered = await asked.submit({ code: nextCode() })
  expect(entered.headers.get('location')).toBe('/desk/partners')
  // The step was used. The same page does not sign in again.
  expect((await asked.submit({ code: nextCode() })).status).toBe(400)
})

test('the provider is followed by a passkey', async () => {
  const { desk } = await addPerson(server)
  const { device } = await addDeskPasskey(desk)
  const signIn = await connectProvider(desk)
  const [asked, other] = [await signIn(), await signIn()]
  expectParts(asked.html, 'Use your passkey', `data-options="${OIDC}/code/options"`)
  expect(asked.cookie).not.toContain('desk=')
  const optionsOf = async (page: typeof asked, link = hiddenFields(page.html)['link'] ?? '') => {
    const form = { ...hiddenFields(page.html), link }
    const headers = { cookie: page.cookie }
    return server.request('POST', `${OIDC}/code/options`, { form, headers })
  }
  expect((await optionsOf(asked, 'unknown')).status).toBe(400)
  const sign = async (page: typeof asked) =>
    JSON.stringify(device.get((await (await optionsOf(page)).json()) as DeviceOptions))
  expect((await asked.submit({ passkey: await sign(other) })).status).toBe(400)
  const passkey = await sign(asked)
  const entered = await asked.submit({ passkey })
  expect(entered.headers.get('location')).toBe('/desk/partners')
  expect((await asked.submit({ passkey })).status).toBe(400)
})

test('another owner resets a second factor, which signs the colleague out', async () => {
  const { shop, person, desk, nextCode } = await addProtected()
  const owner = await enterDesk(server, shop.id)
  expectParts((await owner.get('/desk/people')).html, 'second factor on', 'Reset second factor')
  expect((await desk.post(`/desk/people/${person.id}/reset`)).status).toBe(404)
  expect((await owner.post(`/desk/people/${person.id}/reset`)).status).toBe(303)
  expect((await desk.get('/desk/partners')).status).toBe(303)
  expect((await pressLink(server, await linkFor(server, person))).status).toBe(303)
  expect(await sql`select 1 from desk_recovery_codes where person_id = ${person.id}`).toEqual([])
  expect(nextCode()).toMatch(/^\d{6}$/)
})

test('the operator resets a second factor in the console or with the command', async () => {
  const { shop, person } = await addProtected()
  const ben = await enterConsole(server, 'support', 'desk-support@staff.example')
  const form = { subject: `brand ${shop.key}`, email: person.email, why: 'Lost the phone' }
  const done = await ben.post('/console/actions/brand.reset-factor', form)
  expectParts(done.html, 'signs in with a link alone')
  const again = await ben.post('/console/actions/brand.reset-factor', form)
  expectParts(again.html, 'has no second factor')
  const [entry] = await sql`select after, why from audit_entries
    where action = 'brand.reset-factor'`
  expect(JSON.stringify(entry)).not.toContain(person.email)
  const other = await addProtected()
  const run = (key: string, why: string | undefined) =>
    brandResetFactorCommand(['brand-reset-factor', key])?.({ email: other.person.email, why })
  expect(() => run(other.shop.key, undefined)).toThrow('--why')
  const command = run(other.shop.key, 'Lost the phone')
  expect(await command?.(server.deps.db, server.deps.config)).toContain('signed out')
  expect((await other.desk.get('/desk/partners')).status).toBe(303)
  await expect(run('none', 'x')?.(server.deps.db, server.deps.config)).rejects.toThrow('not in the')
})

test('the person gets an email about each change, with the reason of a reset', async () => {
  const { person } = await addProtected()
  const sent: Mail[] = []
  const mail = {
    delivery: 'smtp' as const,
    send: (letter: Mail) => Promise.resolve(void sent.push(letter)).then(() => 'smtp' as const),
  }
  const deps = { ...server.deps, mail }
  const { signal } = new AbortController()
  void (await deskFactorMail(deps, { personId: person.id, about: 'on' }, signal))
  const reset = { personId: person.id, about: 'reset', why: 'Lost the phone' } as const
  void (await deskFactorMail(deps, reset, signal))
  expect(sent.map(({ to }) => to)).toEqual([person.email, person.email])
  expectParts(JSON.stringify(sent[1]), 'Reason: Lost the phone')
  const [job] = await sql`select count(*)::int as count from graphile_worker.jobs
    where task_identifier = 'desk-factor-mail'`
  expect(job?.['count']).toBeGreaterThan(0)
})

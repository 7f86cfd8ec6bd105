import { expect } from 'vitest'
import * as v from 'valibot'
import { Referral, ReferralLink, type ReferralSummary } from '#contract/money/referrals.ts'
import { LOGIN, open, SIGN_UP, type LoginPage } from '#support/server/hosts/login-pages.ts'
import {
  finishSignIn,
  newEmail,
  PASSWORD,
  signUp,
  type Person,
  setName,
} from '#support/server/people.ts'
import { createTestServer, startTestServer, refusalOf } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'
import { expectNoParts } from '#support/expect-parts.ts'
import { expectTooMany, statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer()
const test = withPeople(server)

const ROOT = '/v2/my/referrals/'
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const read = <Body>(person: Person, path: string) => person.get<Body>(ROOT + path)
const own = async (person: Person) =>
  (await read<{ result: ReferralLink }>(person, 'links/latest/')).result
const joined = async (person: Person, query = '') =>
  read<{ results: Referral[]; count: number }>(person, query)

/** Opens a referral link and returns where it redirects to. */
async function follow(code: string, headers: Record<string, string> = { 'User-Agent': PERSON }) {
  const answer = await server.request('GET', `/r/${code}`, { headers })
  const to = new URL(answer.headers.get('location') ?? '', 'http://nowhere.example')
  return { status: answer.status, answer, path: to.pathname + to.search }
}

const join = (page: LoginPage, email = newEmail()) => page.submit({ email, password: PASSWORD })

/** Returns the target of the link with this name on a page. */
function linkTo(page: LoginPage, name: string): string {
  const [, href = ''] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>\\s*${name}`).exec(page.html) ?? []
  return href.replaceAll('&amp;', '&')
}

test('a referral is kept across the sign-in pages until the sign-up (R-426, A-041)', async () => {
  const ana = await signUp(server)
  const { code, url } = await own(ana)
  expect(url).toBe(`${server.deps.config.appOrigin}/r/${code}`)
  const { status, answer, path } = await follow(code)
  expect(status).toBe(302)
  expect(answer.headers.getSetCookie()).toEqual([])

  let page = await open(server, path)
  page = await open(server, linkTo(page, 'Sign in'), page.cookie)
  page = await open(server, linkTo(page, 'Forgot your password'), page.cookie)
  page = await open(server, linkTo(page, 'Back to sign in'), page.cookie)
  page = await open(server, linkTo(page, 'Create account'), page.cookie)
  // The code survives a rejected form.
  page = await page.submit({ email: newEmail(), password: 'short' })
  expect(page.status).toBe(400)
  expect((await finishSignIn(server, await join(page))).token).toEqual(expect.any(String))

  const { results, count } = await joined(ana)
  expect(count).toBe(1)
  expect(v.is(v.strictObject(Referral.entries), results[0])).toBe(true)
  expect(results[0]).toMatchObject({ name: '', is_creator: null, earned: 0 })
  expect(await own(ana)).toMatchObject({ clicks: 1, signups: 1 })
})

test('the last opened referral link counts', async () => {
  const [ana, bo] = await Promise.all([signUp(server), signUp(server)])
  const first = await open(server, (await follow((await own(ana)).code)).path)
  const second = await open(server, (await follow((await own(bo)).code)).path, first.cookie)
  await join(second)
  expect(await joined(ana)).toMatchObject({ count: 0 })
  expect(await joined(bo)).toMatchObject({ count: 1 })
})

test('users cannot refer themselves or existing users', async () => {
  const referrer = await signUp(server)
  const path = `${SIGN_UP}?ref=${(await own(referrer)).code}`
  const { cookie } = await (
    await open(server, LOGIN)
  ).submit({ email: referrer.email, password: PASSWORD })

  // A browser in which the referrer is signed in.
  await join(await open(server, path, cookie))
  // An alias of the referrer's mailbox.
  await join(await open(server, path), referrer.email.replace('@', '+two@'))
  const { email } = await signUp(server)
  expect((await join(await open(server, path), email)).status).toBe(400)
  const login = await open(server, path.replace(SIGN_UP, LOGIN))
  expect((await login.submit({ email, password: PASSWORD })).status).toBe(303)
  expect(await joined(referrer)).toMatchObject({ count: 0 })

  await join(await open(server, path))
  expect(await joined(referrer)).toMatchObject({ count: 1 })
})

test('an unknown code is a 404, and signing up works without it (A-041)', async () => {
  for (const code of ['nobody-has-this', 'x', '%00', 'a'.repeat(400)]) {
    const answer = await server.request('GET', `/r/${code}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Invitation not found')
  }
  const made = await join(await open(server, `${SIGN_UP}?ref=nobody-has-this`))
  expect(made.status).toBe(303)
})

test('a code does not reveal its owner', async ({ ana }) => {
  await setName(ana, 'Annabella', 'Exemplary')
  const { code } = await own(ana)
  const { answer, path } = await follow(code)
  const known = await open(server, path)
  const said = [await answer.text(), ...answer.headers.values(), known.html].join('\n')
  expectNoParts(said, 'Annabella', 'Exemplary', ana.email, ana.uuid)
})

test('guessing codes is rate limited, for existing codes too', async () => {
  const strict = await createTestServer()
  const ana = await signUp(strict)
  const { code } = await own(ana)
  const open = (which: string) => strict.request('GET', `/r/${which}`)
  expect((await open('nobody-has-this')).status).toBe(404)
  for (let i = 0; i < 3; i++) expect((await open(code)).status).toBe(302)
  const counted = await strict.deps.sql`
    update throttle set count = 60 where key like 'unknownCodesByAddress:%' and count = 1
    returning key`
  expect(counted).toHaveLength(1)
  for (const which of ['nobody-has-this', code]) {
    const refused = await open(which)
    expectTooMany(refused)
    expect(await refused.text()).toContain('Too many attempts')
  }
  await strict.deps.sql`
    update throttle set reset_at = now() where key like 'unknownCodesByAddress:%'`
  expect((await open(code)).status).toBe(302)
  await strict.stop()
})

test('programs and previews do not count as clicks on the link', async ({ ana }) => {
  const { code } = await own(ana)
  await follow(code, { 'User-Agent': 'WhatsApp/2.23.20' })
  await follow(code, { 'User-Agent': PERSON, 'Sec-Purpose': 'prefetch' })
  await server.request('HEAD', `/r/${code}`, { headers: { 'User-Agent': PERSON } })
  expect(await own(ana)).toMatchObject({ clicks: 0 })
  await follow(code.toUpperCase())
  expect(await own(ana)).toMatchObject({ clicks: 1 })
})

const make = (who: Person, body: object) => who.send('POST', `${ROOT}links/`, body)

test('the first link is created on demand, and others can have a custom code (R-420, R-421, R-422, R-427)', async () => {
  const [ana, bo] = await Promise.all([signUp(server), signUp(server)])
  const twice = await Promise.all([own(ana), own(ana)])
  expect(twice[0]).toEqual(twice[1])
  expect(v.is(v.strictObject(ReferralLink.entries), twice[0])).toBe(true)

  const made = await make(ana, { code: 'Ana-Lamps', is_creator: true })
  const link = { code: 'ana-lamps', is_creator: true }
  expect(await statusAndBody(made)).toMatchObject([201, { result: link }])
  expect((await own(ana)).code).toBe('ana-lamps')
  const taken = { code: ['This code is taken. Try another.'] }
  const refused = await make(bo, { code: 'ana-lamps' })
  expect(await statusAndBody(refused)).toEqual([400, { errors: taken }])
  expect((await make(bo, { code: 'no spaces' })).status).toBe(400)
  const listed = await read<{ results: ReferralLink[]; count: number }>(ana, 'links/')
  expect(listed.results.map(({ code }) => code)).toEqual(['ana-lamps', twice[0].code])
  expect(listed.count).toBe(2)

  let status = 201
  for (let nth = 0; nth < 20 && status === 201; nth += 1) ({ status } = await make(ana, {}))
  expect(status).toBe(400)
  expect((await read<{ count: number }>(ana, 'links/')).count).toBe(20)
})

const ask = (who: Person, code: string) =>
  who.send('GET', `${ROOT}links/available/?code=${encodeURIComponent(code)}`)
const availability = async (who: Person, code: string) => (await ask(who, code)).json()

test('a code can be checked before it is created, and earlier codes stay valid (A-119)', async () => {
  const [ana, bo] = await Promise.all([signUp(server), signUp(server)])
  const before = await own(ana)
  expect(await availability(ana, ' Tables ')).toEqual({ code: 'tables', available: true })
  expect((await make(ana, { code: 'tables' })).status).toBe(201)
  expect(await availability(bo, 'TABLES')).toEqual({ code: 'tables', available: false })
  const known = { code: ['This code is already yours and works.'] }
  const again = await make(ana, { code: before.code })
  expect(await again.json()).toEqual({ errors: known })
  for (const code of ['ab', '-ab', 'no spaces', 'ä-b-c', 'x'.repeat(31), ''])
    expect(await refusalOf(await ask(ana, code)), code).toEqual([400, 'code'])
  for (const code of [before.code, 'tables'])
    await join(await open(server, (await follow(code)).path))
  expect(await joined(ana)).toMatchObject({ count: 2 })
})

test('referred people are listed by kind and counted (R-419, R-423)', async ({ ana }) => {
  const path = `${SIGN_UP}?ref=${(await own(ana)).code}`
  for (const is_creator of [true, true, false, null]) {
    const { token } = await finishSignIn(server, await join(await open(server, path)))
    if (token === null) throw new Error('not signed in')
    if (is_creator !== null)
      await server.request('PATCH', '/v2/my/settings/', { token, body: { is_creator } })
  }
  const kinds = async (query: string) =>
    (await joined(ana, query)).results.map(({ is_creator }) => is_creator)
  expect(await kinds('')).toEqual([null, false, true, true])
  expect(await kinds('?is_creator=true')).toEqual([true, true])
  expect(await kinds('?is_creator=false')).toEqual([false])
  expect((await ana.send('GET', `${ROOT}?is_creator=perhaps`)).status).toBe(400)
  const page = { count: 4, next: `${ROOT}?page_size=3&page=2` }
  expect(await joined(ana, '?page_size=3')).toMatchObject(page)
  const { result } = await read<{ result: ReferralSummary }>(ana, 'summary/')
  const people = { clicks: 0, signups: 4, creators: 2, shoppers: 1 }
  expect(result).toEqual({ ...people, earned: 0, pending: 0, share_percentage: 0 })
  // Other users do not see these referrals.
  expect(await joined(await signUp(server))).toMatchObject({ count: 0, results: [] })
})

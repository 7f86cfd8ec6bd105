import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addVouchers } from '../../../../server/money/wallet/import-vouchers.ts'
import { markPaid } from '../../../../server/money/wallet/payouts.ts'
import {
  addCharity,
  addInstantShop,
  addVendor,
  cardOf,
  addEarner,
  redeem,
  REDEEM,
  requestsOf,
  VOUCHER,
} from '#support/server/money/wallet.ts'
import { newEmail, PASSWORD, signIn, signUp, type Person } from '#support/server/people.ts'
import {
  fieldsOf,
  minimalValue,
  validatedRoutes,
} from '#support/server/processes/validated-routes.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { type Voucher } from '#contract/money/wallet.ts'
import { SCOPES } from '#contract/developers/scopes.ts'
import { KEYS } from '#support/server/api-keys.ts'
import { startHostileProvider } from '#support/server/hosts/hostile-provider.ts'
import { oidcSettings } from '#support/server/oidc-people.ts'
import { addAuthenticator, AUTHENTICATOR, FACTORS } from '#support/server/factors.ts'
import { addMember, MEMBERS } from '#support/server/members.ts'
import { addPasskey, ADD_OPTIONS, PASSKEYS, startAdding } from '#support/server/passkeys.ts'
import { statusesOf } from '#support/server/asking.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const provider = await startHostileProvider()
afterAll(() => provider.stop())
const server = await startTestServer(oidcSettings(provider))
const shop = await addInstantShop(server)
const charityId = (await addCharity(server)).id

/**
 * Creates a user with a balance of $60, a payout address and a gift card, and another gift card on
 * offer.
 */
async function victim() {
  const ana = await addEarner(server, shop, 95)
  const { body } = await redeem(ana, { value: 10 })
  await markPaid(server.deps.db, [body.result.id], { reference: '', feeCents: 0, at: new Date() })
  const vendor = await addVendor(server)
  const codes = [1, 2].map(() => `CODE-${randomUUID()}`)
  const values = { valueCents: 2500, pin: '1234', country: '', endsOn: null }
  const cards = codes.map((code) => ({ ...values, code }))
  const { db, secrets } = server.deps
  await db.transaction((tx) => addVouchers(tx, secrets, vendor.id, cards))
  const { results } = await ana.get<{ results: Voucher[] }>(`/v1/shop/vouchers?vendor=${vendor.id}`)
  const voucherId = results[0]?.id ?? 0
  const card = (await redeem(ana, { voucher_id: voucherId }, { path: VOUCHER })).body.result
  expect(card.code).toBe(codes[0])
  const { member } = await addMember(server, ana, ['edit'])
  return { ana, voucherId, card: card.id, codes, memberId: member.uuid }
}
type Victim = Awaited<ReturnType<typeof victim>>

/** Returns the user's balance, payout settings and sign-in data. */
async function stateOf({ ana, card }: Victim) {
  const { balance, results } = await requestsOf(ana)
  return {
    balance,
    requests: results.map(({ kind, target }) => [kind, target]),
    settings: await ana.get(SETTINGS),
    email: await ana.get('/v1/users/me/email/'),
    card: (await cardOf(ana, card)).body.result.code,
    cameIn: (await signIn(server, ana)).uuid,
  }
}

type Door = [method: string, path: (of: Victim) => string, body: (of: Victim) => object]
const NEW_PASSWORD = 'other unlike words here'
const SETTINGS = '/v1/bank/redemptions/settings/'
const newAddress = () => ({ paypal_email: newEmail() })
const MONEY = { access: ['money'] }
const LAST_WORDS = { reason: '', redeem: true, confirmation: 'DELETE' }

/** Every call that pays out money or takes over the account. */
const DOORS: Record<string, Door> = {
  'a gift card': ['POST', () => VOUCHER, ({ voucherId }) => ({ voucher_id: voucherId })],
  'the code of an earlier gift card': [
    'POST',
    ({ card }) => `/v1/bank/redemptions/${card}/code/`,
    () => ({}),
  ],
  'money for a charity': ['POST', () => REDEEM, () => ({ value: 25, charity_id: charityId })],
  'another payout address': ['PATCH', () => SETTINGS, newAddress],
  'another payout address, by PUT': ['PUT', () => SETTINGS, newAddress],
  'another email': ['POST', () => '/v1/users/me/email/', () => ({ email: newEmail() })],
  'another password': [
    'PUT',
    () => '/v1/users/me/password/',
    () => ({ new_password: NEW_PASSWORD }),
  ],
  'an API key': ['POST', () => KEYS, () => ({ name: 'Script', scopes: SCOPES })],
  'access for somebody else': ['POST', () => MEMBERS, () => ({ email: newEmail(), ...MONEY })],
  'more access for a member': ['PATCH', ({ memberId }) => `${MEMBERS}${memberId}/`, () => MONEY],
  'an authenticator app': ['POST', () => AUTHENTICATOR, () => ({})],
  'a passkey': ['POST', () => ADD_OPTIONS, () => ({})],
  'an account at the provider': ['POST', () => `${FACTORS}identity/`, () => ({ back: '/' })],
  'no account at the provider': ['DELETE', () => `${FACTORS}identity/`, () => ({})],
  'no authenticator app': ['DELETE', () => AUTHENTICATOR, () => ({})],
  'the end of the account': ['POST', () => '/v2/my/profile/deletion/', () => LAST_WORDS],
}

const NEEDS_PASSWORD = expect.stringContaining('"password"') as unknown
const textOf = async (answer: Response) => [answer.status, await answer.text()] as const

test.each(Object.entries(DOORS))(
  'the password is required for %s, even in a new session',
  async (_, [method, path, body]) => {
    const of = await victim()
    const before = await stateOf(of)
    const thief = await signIn(server, of.ana)
    for (const password of [undefined, '', 'a wrong one', of.ana.email]) {
      const sent = { ...body(of), ...(password !== undefined && { password }) }
      const [status, text] = await textOf(await thief.send(method, path(of), sent))
      expect({ password, status, text }).toEqual({ password, status: 400, text: NEEDS_PASSWORD })
      expectNoParts(text, ...of.codes)
    }
    expect(await stateOf(of)).toEqual(before)
    const known = await thief.send(method, path(of), { ...body(of), password: PASSWORD })
    expect(known.status).toBeLessThan(300)
  },
)

test('with an authenticator app, the password alone is not enough for any of these calls', async () => {
  const of = await victim()
  const thief = await signIn(server, of.ana)
  await addAuthenticator(of.ana)
  const before = await requestsOf(of.ana)
  const payout: Door = ['POST', () => REDEEM, () => ({ value: 25 })]
  for (const [method, path, body] of [...Object.values(DOORS), payout]) {
    const [status, text] = await textOf(
      await thief.send(method, path(of), { ...body(of), password: PASSWORD }),
    )
    expect({ path: path(of), status }).toEqual({ path: path(of), status: 428 })
    expectNoParts(text, ...of.codes)
  }
  expect(await requestsOf(of.ana)).toEqual(before)
})

test('with a passkey, neither the password nor another session is enough to remove it', async () => {
  const of = await victim()
  const thief = await signIn(server, of.ana)
  const { passkey } = await addPasskey(of.ana)
  const path = `${PASSKEYS}${passkey.id}/`
  for (const password of [undefined, PASSWORD])
    expect((await thief.send('DELETE', path, { password })).status).toBe(428)
  // The owner has just confirmed in the other session, but the password is still needed.
  for (const password of [undefined, 'a wrong one'])
    expect((await of.ana.send('DELETE', path, { password })).status).toBe(400)
  await expect(startAdding(thief)).rejects.toThrow('428')
  expect((await of.ana.send('DELETE', path, { password: PASSWORD })).status).toBe(204)
})

test('password attempts are counted together for all of these calls', async () => {
  const of = await victim()
  const doors = Object.values(DOORS)
  const thief = await signIn(server, of.ana)
  const statuses: number[] = []
  for (const [method, path, body] of [...doors, ...doors].slice(0, 14)) {
    const sent = { ...body(of), password: `guess ${statuses.length}` }
    statuses.push((await thief.send(method, path(of), sent)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(4).fill(429)])
})

const guess = (by: Person, times: number) =>
  statusesOf(times, (nth) => changeBy(by, `guess ${nth}`))
const changeBy = (by: Person, password: string) =>
  by.send('PUT', '/v1/users/me/password/', { password, new_password: NEW_PASSWORD })

test('password attempts are limited per session; other sessions are not affected', async () => {
  const ana = await signUp(server)
  const taken = await signIn(server, ana)
  expect(await guess(taken, 40)).toEqual([...Array<number>(10).fill(400), ...Array(30).fill(429)])
  expect((await changeBy(taken, PASSWORD)).status).toBe(429)
  expect((await changeBy(ana, 'a slip')).status).toBe(400)
  expect((await changeBy(ana, PASSWORD)).status).toBe(204)
})

test('password attempts of many sessions are limited to three times those of one', async () => {
  const ana = await signUp(server)
  const taken = [ana]
  for (let nth = 0; nth < 4; nth += 1) taken.push(await signIn(server, ana))
  const statuses = []
  for (const one of taken) statuses.push(...(await guess(one, 8)))
  expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(10).fill(429)])
})

const routes = validatedRoutes().filter(({ part }) => part === 'json')
const shapeOf = (method: string, path: string) =>
  `${method} ${path.replace(/:\w+(\{[^}]*\})?/g, '1').replace(/\/$/, '')}`

/** Removes a passkey. Whoever has one has a second factor, so the calls above do not apply. */
const REMOVE_PASSKEY = 'DELETE /v2/my/factors/passkeys/1'

/** Calls that set the password of a link. It opens only that link. */
const LINK_PASSWORDS = [
  'POST /v2/my/links',
  'PATCH /v2/my/links/1',
  'PUT /v2/my/links/by-external-id/1',
]

test('every call that takes a password is listed here', () => {
  const asking = routes
    .filter(({ path, schema }) => /^\/v\d/.test(path) && hasPassword(schema))
    .map(({ method, path }) => shapeOf(method, path))
  const doors = Object.values(DOORS).map(([method, path]) =>
    shapeOf(method, path({ card: 1, memberId: '1' } as Victim)),
  )
  expect([...new Set(asking)].sort()).toEqual(
    [...new Set([...doors, REMOVE_PASSKEY, ...LINK_PASSWORDS])].sort(),
  )
})

const hasPassword = (schema: Parameters<typeof fieldsOf>[0]) =>
  fieldsOf(schema).some(({ at }) => at.at(-1) === 'password')

test('without the password no call sends money to another address', async () => {
  const of = await victim()
  const before = await stateOf(of)
  const known: Record<string, unknown> = {
    value: 25,
    voucher_id: of.voucherId,
    charity_id: charityId,
    paypal_email: newEmail(),
    email: newEmail(),
    new_password: NEW_PASSWORD,
    payment_threshold: 10,
    auto_redeem: true,
    redeem: true,
    confirmation: 'DELETE',
  }
  const said: string[] = []
  for (const { method, path, schema } of routes.filter(({ path }) => /^\/v\d/.test(path))) {
    const thief = await signIn(server, of.ana)
    const names = fieldsOf(schema).map(({ at }) => at.join('.'))
    const filled = Object.entries(known).filter(([name]) => names.includes(name))
    const least = minimalValue(schema)
    for (const more of [{}, ...filled.map(([name, value]) => ({ [name]: value })), fromAll(filled)])
      said.push(await send(thief, of, { method, path, body: { ...Object(least), ...more } }))
  }
  const thief = await signIn(server, of.ana)
  for (const { method, path } of server.app.routes)
    if (method === 'GET' && /^\/v\d/.test(path)) said.push(await send(thief, of, { method, path }))
  for (const code of of.codes) expect(said.filter((text) => text.includes(code))).toEqual([])
  const after = await stateOf(of)
  expect(after).toMatchObject({ email: before.email, card: before.card, cameIn: before.cameIn })
  const { paypal_email } = before.settings as { paypal_email: string }
  expect(after.settings).toMatchObject({ paypal_email, paypal_email_next: null })
  const own = ['paypal', paypal_email]
  const made = after.requests.slice(0, after.requests.length - before.requests.length)
  expect(made.length).toBeGreaterThan(0)
  expect(made).toEqual(made.map(() => own))
  const { available, reserved } = after.balance
  expect(available + reserved).toBe(before.balance.available)
})

const fromAll = (filled: [string, unknown][]): object => Object.fromEntries(filled)

async function send(
  thief: Person,
  { card }: Victim,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<string> {
  const address = path.replace(/:\w+(\{[^}]*\})?/g, String(card))
  return (await thief.send(method, address, body)).text()
}

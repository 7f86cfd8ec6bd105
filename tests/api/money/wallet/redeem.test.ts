import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { type Earnings } from '#contract/money/earnings.ts'
import { Redemptions, WalletSettings } from '#contract/money/wallet.ts'
import { settleLater, moneyOf, tell, DAY_MS } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, refusalOf } from '#support/server/test-app.ts'
import {
  addCharity,
  addInstantShop,
  balanceOf,
  earn,
  addEarner,
  redeem,
  requestsOf,
  REDEEM,
} from '#support/server/money/wallet.ts'
import { markPaid } from '../../../../server/money/wallet/payouts.ts'
import { statusesOf } from '#support/server/asking.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)

test('a request reserves the amount and is listed first (R-392, R-393, R-404, D-49)', async () => {
  const ana = await addEarner(server, shop, 80)
  const { status, body } = await redeem(ana, { value: 25 })
  expect(status).toBe(201)
  expect(body.result).toMatchObject({ kind: 'paypal', amount: 25, paid_at: null, fee: 0 })
  expect(body.result.number).toMatch(/^R-\d{4}-\d{6}$/)
  await redeem(ana, { value: 10 })
  const listed = await requestsOf(ana)
  expect(v.is(Redemptions, listed)).toBe(true)
  expect(listed.results.map(({ amount }) => amount)).toEqual([10, 25])
  expect(listed.balance).toMatchObject({ available: 45, reserved: 35, redeemed: 0, lifetime: 80 })
})

test('requests have pages, each request once, newest first, with one balance (R-398)', async () => {
  const ana = await addEarner(server, shop, 250)
  const made = await statusesOf(23, () => redeem(ana, { value: 10 }))
  expect(new Set(made)).toEqual(new Set([201]))
  const read = async (path: string) => v.parse(Redemptions, await ana.get(path))
  const first = await read('/v1/bank/redemptions/')
  expect([first.results.length, first.count]).toEqual([20, 23])
  const second = await read(first.next ?? '')
  expect([second.results.length, second.count, second.next]).toEqual([3, 23, null])
  const ids = [...first.results, ...second.results].map(({ id }) => id)
  expect(new Set(ids).size).toBe(23)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  for (const { balance } of [first, second])
    expect(balance).toMatchObject({ available: 20, reserved: 230 })
  expect((await read('/v1/bank/redemptions/?page=3')).results).toEqual([])
  const wide = await read('/v1/bank/redemptions/?page_size=100')
  expect(wide.results.map(({ id }) => id)).toEqual(ids)
})

test('a donation is reserved in the name of the organization (R-392, R-401)', async () => {
  const ana = await addEarner(server, shop, 60)
  const { id } = await addCharity(server)
  const { body } = await redeem(ana, { value: 50, charity_id: id })
  expect(body.result).toMatchObject({ kind: 'charity', target: 'Sea Rescue', amount: 50 })
  const listed = await requestsOf(ana)
  expect(listed.results).toMatchObject([{ id: body.result.id, kind: 'charity', amount: 50 }])
  expect(listed.balance).toMatchObject({ available: 10, reserved: 50, redeemed: 0, lifetime: 60 })
  const { results } = await ana.get<{ results: { id: number }[] }>('/v1/shop/charity_organisations')
  const words = { name: 'Sea Rescue', description: 'Saves lives.' }
  expect(results).toContainEqual({ id, ...words, logo_url: null, website: '' })
  const none = await redeem(ana, { value: 10, charity_id: 2 ** 31 - 1 })
  expect(Object.keys(none.body.errors ?? {})).toEqual(['charity_id'])
})

const values = (person: Person, kind = 'paypal') => person.get(`/v1/shop/paypal/values/${kind}`)
const toResults = (...amounts: number[]) => amounts.map((value) => ({ value }))

test('amounts that can be redeemed: steps that the balance covers, and the whole balance (R-402, R-403, D-52)', async () => {
  const ana = await addEarner(server, shop, 62.5)
  const all = { results: toResults(10, 25, 50, 62.5), min: 10, max: 62.5 }
  for (const kind of ['paypal', 'charity']) expect(await values(ana, kind)).toEqual(all)
  await ana.send('PATCH', SETTINGS, { payment_threshold: 40 })
  expect(await values(ana)).toEqual({ results: toResults(50, 62.5), min: 40, max: 62.5 })
  expect(await values(await signUp(server))).toEqual({ results: [], min: 10, max: 0 })
})

const NO_AMOUNT = 'Enter an amount in dollars and cents.'
test.each([
  ['above the balance', { value: 100 }, 'value', 'You have $60.00 available.'],
  ['below the threshold', { value: 9.99 }, 'value', 'You can redeem $10.00 or more.'],
  ['of nothing', { value: 0 }, 'value', 'You can redeem $10.00 or more.'],
  [
    'between the steps',
    { value: 11 },
    'value',
    'Choose one of the amounts or everything available.',
  ],
  ['below zero', { value: -10 }, 'value', NO_AMOUNT],
  ['of a part of a cent', { value: 10.001 }, 'value', NO_AMOUNT],
  ['with an exponent', { value: 1e300 }, 'value', NO_AMOUNT],
  ['as a text', { value: '25' }, 'value', NO_AMOUNT],
  [
    'to another address',
    { value: 25, paypal_email: 'other@pay.example' },
    'paypal_email',
    'This is not the address in your payout settings.',
  ],
])('a request %s is refused, and nothing changes (R-404)', async (_, body, field, message) => {
  const ana = await addEarner(server, shop, 60)
  const { status, body: answer } = await redeem(ana, body)
  expect([status, answer.errors]).toEqual([400, { [field]: [message] }])
  expect(await balanceOf(ana)).toMatchObject({ available: 60, reserved: 0 })
})

test('without a confirmed address nothing can be redeemed, and the error says what to do', async () => {
  const ana = await signUp(server)
  await earn(server, shop, ana, 60)
  const { status, body } = await redeem(ana, { value: 25 })
  expect(status).toBe(400)
  expect(body.errors?.['non_field_errors']?.[0]).toContain('Confirm your email address')
})

test('requests with one key are made once, with two keys as far as the balance allows (R-404)', async () => {
  const ana = await addEarner(server, shop, 60)
  const key = randomUUID()
  const same = await Promise.all([1, 2, 3].map(() => redeem(ana, { value: 25 }, { key })))
  expect(new Set(same.map(({ body }) => body.result.id)).size).toBe(1)
  const others = await Promise.all(
    Array.from({ length: 6 }, () => redeem(ana, { value: 10 }, { key: randomUUID() })),
  )
  expect(others.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await balanceOf(ana)).toMatchObject({ available: 5, reserved: 55 })
  expect((await requestsOf(ana)).count).toBe(4)
})

test('two servers together pay no more than the balance', async () => {
  const ana = await addEarner(server, shop, 60)
  const other = await createTestServer({ sharedServer: server })
  const options = { token: ana.token, body: { value: 25 } }
  const tries = Array.from({ length: 8 }, (_, n) =>
    (n % 2 ? server : other).request('POST', REDEEM, options),
  )
  expect((await Promise.all(tries)).filter(({ status }) => status === 201)).toHaveLength(2)
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000, reserved: 5000 })
  await other.stop()
})

test('a reversal reduces or cancels open requests, newest first, with a reason', async () => {
  const ana = await addEarner(server, shop, 50)
  await earn(server, shop, ana, 40)
  await redeem(ana, { value: 50 })
  await redeem(ana, { value: 25 })
  await tell(server, shop, { ...ana.order, status: 'reversed', reason: 'Sent back' })
  const { results, balance } = await requestsOf(ana)
  expect(results.map(({ amount, state }) => ({ amount, state }))).toEqual([
    { amount: 25, state: 'rejected' },
    { amount: 40, state: 'in_review' },
  ])
  expect(results[0]?.note).toContain('no longer covers this')
  expect(results[1]?.note).toContain('The request was $50.00 before')
  expect(balance).toMatchObject({ available: 0, reserved: 40, lifetime: 40 })
})

test('a reversal after the payout is deducted from later earnings (D-46)', async () => {
  const ana = await addEarner(server, shop, 50)
  const { body } = await redeem(ana, { value: 50 })
  await markPaid(server.deps.db, [body.result.id], { reference: 'T1', feeCents: 0, at: new Date() })
  await tell(server, shop, { ...ana.order, status: 'reversed', reason: 'Sent back' })
  expect(await balanceOf(ana)).toMatchObject({ available: -50, redeemed: 50, lifetime: 0 })
  await earn(server, shop, ana, 70)
  expect(await balanceOf(ana)).toMatchObject({ available: 20 })
})

test('requests of others do not exist', async () => {
  const ana = await addEarner(server, shop, 50)
  const { body } = await redeem(ana, { value: 10 })
  const bob = await signUp(server)
  const [earning] = (await ana.get<Earnings>('/v1/bank/available_earnings/')).results
  for (const path of [`redemptions/${body.result.id}`, `earnings/${earning?.id}`]) {
    expect((await bob.send('GET', `/v1/bank/${path}/`)).status).toBe(404)
    expect((await ana.send('GET', `/v1/bank/${path}/`)).status).toBe(200)
  }
  expect((await requestsOf(bob)).results).toEqual([])
})

const SETTINGS = '/v1/bank/redemptions/settings/'

test('the threshold is at least the operator’s, and below it nothing can be redeemed (R-397, R-399, D-51)', async () => {
  const ana = await addEarner(server, shop, 60)
  const before = await ana.get(SETTINGS)
  expect(v.is(WalletSettings, before)).toBe(true)
  expect(before).toMatchObject({ payment_threshold: 10, min_threshold: 10, auto_redeem: false })
  for (const payment_threshold of [9.99, 500.01, -1, 20.001]) {
    const refused = await ana.send('PATCH', SETTINGS, { payment_threshold })
    expect(await refusalOf(refused)).toEqual([400, 'payment_threshold'])
  }
  await ana.send('PUT', SETTINGS, { payment_threshold: 30 })
  expect(await ana.get(SETTINGS)).toMatchObject({ payment_threshold: 30 })
  const refused = await redeem(ana, { value: 25 })
  expect(refused.body.errors).toEqual({ value: ['You can redeem $30.00 or more.'] })
  expect((await redeem(ana, { value: 50 })).status).toBe(201)
})

test('automatic requests are made only for users who switched them on', async () => {
  const ana = await addEarner(server, shop, 60)
  await settleLater(server, DAY_MS)
  expect((await requestsOf(ana)).results).toEqual([])
  await ana.send('PATCH', SETTINGS, { auto_redeem: true })
  await settleLater(server, DAY_MS)
  await settleLater(server, DAY_MS)
  expect((await requestsOf(ana)).results.map(({ amount }) => amount)).toEqual([60])
})

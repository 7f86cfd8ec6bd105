import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Earnings } from '#contract/money/earnings.ts'
import { currencyRates } from '../../../../server/platform/db/schema.ts'
import {
  addClick,
  addShop,
  addShopLink,
  HOUR_MS,
  settleLater,
  moneyOf,
  selling,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { listed, texts } from '#support/server/activity.ts'
import { changes, readLink, search } from '#support/server/links.ts'
import { runOperator } from '#support/server/money/market.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
})
afterAll(() => server.stop())

const order = (clickId: string, more: object = {}) => ({
  click_id: clickId,
  order_id: randomUUID(),
  amount: '80.00',
  ...more,
})

async function seller(of: Shop = shop) {
  const ana = await signUp(server)
  return { ana, ...(await selling(server, of, ana)) }
}

test('an order earns its percentage, and each order counts once (R-409, R-187, D-45)', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  const first = await tell(server, shop, said)
  expect(first).toEqual({ status: 200, body: { status: 'pending', commission: 8 } })
  expect(await tell(server, shop, said)).toEqual(first)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('the link carries what it sold and earned, and devices hear of it (R-151, R-152)', async () => {
  const { ana, link, clickId } = await seller()
  const { cursor } = await search(ana)
  await tell(server, shop, order(clickId))
  const second = order(clickId, { amount: '20' })
  await tell(server, shop, second)
  const read = await readLink(ana, { uuid: link.id })
  expect(read).toMatchObject({ lifetime_revenue: 100, lifetime_commissions: 10 })
  const { results } = await changes(ana, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.id])
  await tell(server, shop, { ...second, status: 'reversed', reason: 'Sent back' })
  const after = await readLink(ana, { uuid: link.id })
  expect(after).toMatchObject({ lifetime_revenue: 80, lifetime_commissions: 8 })
})

test('the person is told in the list of commissions (R-467)', async () => {
  const { ana, clickId } = await seller()
  await tell(server, shop, order(clickId))
  expect(await texts(ana, 'commission/rendered')).toEqual(['Lamp earned you $8.00. It is pending.'])
})

test('the list of commissions comes page by page (R-467)', async () => {
  const { ana, link } = await seller()
  for (let n = 0; n < 21; n += 1) await tell(server, shop, order(await addClick(server, link)))
  const [first, second] = [1, 2].map((page) => listed(ana, 'commission/rendered', page))
  expect(await first).toMatchObject({ curr_page: 1, next_page: 2 })
  expect((await first)?.notifications).toHaveLength(20)
  expect(await second).toMatchObject({ curr_page: 2, next_page: null })
  expect((await second)?.notifications).toHaveLength(1)
})

test('the same order sent ten times at once is one order', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(server, shop, said)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('an amount that changes before the approval appends the difference', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId)
  await tell(server, shop, said)
  await tell(server, shop, { ...said, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  // The first call arrives again, late.
  await tell(server, shop, said)
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  const entries = await server.deps.sql<{ cents: string }[]>`
    select cents from ledger_entries where owner = ${ana.uuid} order by id`
  expect(entries.map(({ cents }) => Number(cents))).toEqual([800, 200])
})

test('a form and an address say the same as JSON', async () => {
  const { ana, clickId } = await seller()
  const form = order(clickId) as Record<string, string>
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const posted = await server.request('POST', '/postback', { form, headers })
  expect(await posted.json()).toEqual({ status: 'pending', commission: 8 })
  const query = new URLSearchParams(order(clickId)).toString()
  const got = await server.request('GET', `/postback?${query}`, { headers })
  expect(await got.json()).toEqual({ status: 'pending', commission: 8 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

test('a number of an order is another order at another brand', async () => {
  const other = await addShop(server)
  const [one, two] = [await seller(), await seller(other)]
  const said = order(one.clickId)
  await tell(server, shop, said)
  await tell(server, other, { ...said, click_id: two.clickId, amount: '10' })
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, two.ana)).toEqual({ pending: 100 })
})

test.each([
  ['below zero', { amount: '-80' }, 'amount'],
  ['below zero as a number', { amount: -80 }, 'amount'],
  ['with an exponent', { amount: '8e1' }, 'amount'],
  ['beyond all orders', { amount: '10000000.01' }, 'amount'],
  ['beyond all numbers', { amount: 1e308 }, 'amount'],
  ['of fractions of a cent', { amount: '80.005' }, 'amount'],
  ['no number', { amount: 'eighty' }, 'amount'],
  ['left out', { amount: undefined }, 'amount'],
  ['of yen with decimals', { amount: '80.5', currency: 'JPY' }, 'amount'],
  ['of a currency that is none', { currency: 'XYZ' }, 'currency'],
  ['of items that are more', { items: [{ amount: '81' }] }, 'items'],
  ['of a state that is none', { status: 'paid' }, 'status'],
  ['of no order', { order_id: '' }, 'order_id'],
  ['of a click that is none', { click_id: 'lamp' }, 'click_id'],
  ['reversed without a reason', { status: 'reversed' }, 'reason'],
])('an amount %s is refused by its field', async (_, wrong, field) => {
  const { ana, clickId } = await seller()
  const { status, body } = await tell(server, shop, { ...order(clickId), ...wrong })
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
    status: 400,
    fields: [field],
  })
  expect(await moneyOf(server, ana)).toEqual({})
})

test('half a cent goes to the even one, once an order (D-44)', async () => {
  const small = await addShop(server, {}, { rateBasisPoints: 5000 })
  const { clickId } = await seller(small)
  const commission = async (amount: string) =>
    (await tell(server, small, order(clickId, { amount }))).body.commission
  expect(await commission('0.01')).toBe(0)
  expect(await commission('0.03')).toBe(0.02)
  expect(await commission('0.05')).toBe(0.02)
  // Commission is rounded per order: two items of half a cent are one cent.
  const items = [{ amount: '0.01' }, { amount: '0.01' }]
  const both = await tell(server, small, order(clickId, { amount: '0.02', items }))
  expect(both.body.commission).toBe(0.01)
})

test('a brand pays its rate, and the creator gets the share of it (R-151, R-152)', async () => {
  const dear = await addShop(server, {}, { rateBasisPoints: 1250, shareBasisPoints: 8000 })
  const { ana, link, clickId } = await seller(dear)
  await tell(server, dear, order(clickId, { amount: '100' }))
  expect(await readLink(ana, { uuid: link.id })).toMatchObject({
    lifetime_revenue: 100,
    lifetime_commissions: 10,
  })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  expect(await moneyOf(server, { uuid: dear.id })).toEqual({ brand: -1250 })
})

test('items have rates of their own, and so have new customers', async () => {
  const rate = { rateBasisPoints: 1000, shareBasisPoints: 10_000, startsAt: new Date(0) }
  const wide = await addShop(server)
  await server.deps.sql`
    insert into brand_rates (brand_id, category, new_customers, rate_basis_points, share_basis_points, starts_at)
    values (${wide.id}, 'Toys', false, 2000, ${rate.shareBasisPoints}, ${rate.startsAt}),
      (${wide.id}, '', true, 3000, ${rate.shareBasisPoints}, ${rate.startsAt})`
  const { clickId } = await seller(wide)
  const items = [
    { amount: '50', category: 'Toys' },
    { amount: '30', category: 'Books' },
  ]
  const told = await tell(server, wide, order(clickId, { items }))
  expect(told.body.commission).toBe(13)
  const first = await tell(server, wide, order(clickId, { new_customer: true }))
  expect(first.body.commission).toBe(24)
})

test('a percentage that was cut after the click stays what it was at the click (D-44)', async () => {
  const cut = await addShop(server)
  const { clickId } = await seller(cut)
  await server.deps.sql`
    insert into brand_rates (brand_id, rate_basis_points, share_basis_points, starts_at)
    values (${cut.id}, 100, 10000, ${new Date(Date.now() - HOUR_MS / 2)})`
  expect((await tell(server, cut, order(clickId))).body.commission).toBe(8)
  const later = await addClick(server, await addShopLink(server, cut, await signUp(server)), {
    at: new Date(Date.now() - HOUR_MS / 4),
  })
  expect((await tell(server, cut, order(later))).body.commission).toBe(0.8)
})

test('other currencies are paid by the operator’s rate, with their own decimals', async () => {
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values([
    { currency: 'EUR', day, dollars: '1.08' },
    { currency: 'JPY', day, dollars: '0.0067' },
    { currency: 'KWD', day, dollars: '3.25' },
  ])
  const { ana, link, clickId } = await seller()
  const commission = async (amount: string, currency: string) =>
    (await tell(server, shop, order(clickId, { amount, currency }))).body.commission
  expect(await commission('100', 'EUR')).toBe(10.8)
  expect(await commission('15000', 'JPY')).toBe(10.05)
  expect(await commission('10.500', 'KWD')).toBe(3.41)
  const { lifetime_revenue } = await readLink(ana, { uuid: link.id })
  expect(lifetime_revenue).toBeCloseTo(108 + 100.5 + 34.12, 2)
})

test('an order without a rate is kept, and paid when the operator says one', async () => {
  const { ana, clickId } = await seller()
  const said = order(clickId, { amount: '200', currency: 'CHF' })
  expect((await tell(server, shop, said)).body).toEqual({ status: 'pending', commission: 0 })
  expect(await runOperator({ stage: server }, ['conversions', 'list'])).toContain(
    `Kitchen ${said.order_id}  $0.00  no rate for CHF`,
  )
  const waiting = (await (await ana.send('GET', '/v1/bank/pending_earnings/')).json()) as Earnings
  expect(waiting.results[0]?.unpriced).toEqual({ amount: 200, currency: 'CHF' })
  expect(await runOperator({ stage: server }, ['conversions', 'all'])).toContain(
    `${said.order_id}  pending  200.00 CHF  earns no rate for CHF`,
  )
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values({ currency: 'CHF', day, dollars: '1.1' })
  await settleLater(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 2200 })
  // The order keeps its exchange rate. A new rate only applies to other orders.
  await server.deps.sql`update currency_rates set dollars = 2 where currency = 'CHF'`
  await tell(server, shop, { ...said, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1100 })
  const { results } = (await (
    await ana.send('GET', '/v1/bank/pending_earnings/')
  ).json()) as Earnings
  const answer = await ana.send('GET', `/v1/bank/earnings/${results[0]?.id}/`)
  expect(await answer.json()).toMatchObject({
    base: 110,
    original: { amount: 100, currency: 'CHF', rate: 1.1, day },
  })
})

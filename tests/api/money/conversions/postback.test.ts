import { expect, test } from 'vitest'
import type { Earnings } from '#contract/money/earnings.ts'
import { currencyRates } from '../../../../server/platform/db/schema.ts'
import {
  addClick,
  addShop,
  addShopLink,
  HOUR_MS,
  settleLater,
  moneyOf,
  tell,
  type Shop,
  addSeller,
  newOrder,
} from '#support/server/money/conversions.ts'
import { listed, texts } from '#support/server/activity.ts'
import { changes, readLink, search } from '#support/server/links.ts'
import { runOperator } from '#support/server/money/market.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })

const seller = (of: Shop = shop) => addSeller(server, of)

test('an order earns its commission, and each order counts once (R-409, R-187, D-45)', async () => {
  const { ana, order } = await seller()
  const first = await tell(server, shop, order)
  expect(first).toEqual({ status: 200, body: { status: 'pending', commission: 8 } })
  expect(await tell(server, shop, order)).toEqual(first)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('sales and commissions are added to the link, and devices receive the change (R-151, R-152)', async () => {
  const { ana, link, clickId, order } = await seller()
  const { cursor } = await search(ana)
  await tell(server, shop, order)
  const second = newOrder(clickId, { amount: '20' })
  await tell(server, shop, second)
  const read = await readLink(ana, { uuid: link.id })
  expect(read).toMatchObject({ lifetime_revenue: 100, lifetime_commissions: 10 })
  const { results } = await changes(ana, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.id])
  await tell(server, shop, { ...second, status: 'reversed', reason: 'Sent back' })
  const after = await readLink(ana, { uuid: link.id })
  expect(after).toMatchObject({ lifetime_revenue: 80, lifetime_commissions: 8 })
})

test('the creator gets a notification in the list of commissions (R-467)', async () => {
  const { ana, order } = await seller()
  await tell(server, shop, order)
  expect(await texts(ana, 'commission/rendered')).toEqual(['Lamp earned you $8.00. It is pending.'])
})

test('the list of commissions has pages (R-467)', async () => {
  const { ana, link } = await seller()
  for (let n = 0; n < 21; n += 1) await tell(server, shop, newOrder(await addClick(server, link)))
  const [first, second] = [1, 2].map((page) => listed(ana, 'commission/rendered', page))
  expect(await first).toMatchObject({ next_page: 2, notifications: { length: 20 } })
  expect(await second).toMatchObject({ next_page: null, notifications: { length: 1 } })
})

test('the same order sent ten times at once counts once', async () => {
  const { ana, order } = await seller()
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(server, shop, order)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('an amount that changes before the approval adds an entry with the difference', async () => {
  const { ana, order } = await seller()
  await tell(server, shop, order)
  await tell(server, shop, { ...order, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  // The first call arrives again, late.
  await tell(server, shop, order)
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  const entries = await server.deps.sql<{ cents: string }[]>`
    select cents from ledger_entries where owner = ${ana.uuid} order by id`
  expect(entries.map(({ cents }) => Number(cents))).toEqual([800, 200])
})

test('a form and a query string report an order like JSON', async () => {
  const { ana, clickId } = await seller()
  const form = newOrder(clickId) as Record<string, string>
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const posted = await server.request('POST', '/postback', { form, headers })
  expect(await posted.json()).toEqual({ status: 'pending', commission: 8 })
  const query = new URLSearchParams(newOrder(clickId)).toString()
  const got = await server.request('GET', `/postback?${query}`, { headers })
  expect(await got.json()).toEqual({ status: 'pending', commission: 8 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

test('the same order number at another brand is another order', async () => {
  const other = await addShop(server)
  const [one, two] = [await seller(), await seller(other)]
  const said = newOrder(one.clickId)
  await tell(server, shop, said)
  await tell(server, other, { ...said, click_id: two.clickId, amount: '10' })
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, two.ana)).toEqual({ pending: 100 })
})

test.each([
  ['an amount below zero', { amount: '-80' }, 'amount'],
  ['an amount below zero as a number', { amount: -80 }, 'amount'],
  ['an amount with an exponent', { amount: '8e1' }, 'amount'],
  ['an amount above the maximum', { amount: '10000000.01' }, 'amount'],
  ['an amount beyond all numbers', { amount: 1e308 }, 'amount'],
  ['an amount with fractions of a cent', { amount: '80.005' }, 'amount'],
  ['an amount that is no number', { amount: 'eighty' }, 'amount'],
  ['no amount', { amount: undefined }, 'amount'],
  ['an amount of yen with decimals', { amount: '80.5', currency: 'JPY' }, 'amount'],
  ['an unknown currency', { currency: 'XYZ' }, 'currency'],
  ['items of more than the order', { items: [{ amount: '81' }] }, 'items'],
  ['an unknown state', { status: 'paid' }, 'status'],
  ['no order id', { order_id: '' }, 'order_id'],
  ['an invalid click id', { click_id: 'lamp' }, 'click_id'],
  ['a reversal without a reason', { status: 'reversed' }, 'reason'],
])('an order is refused with an error on its field: %s', async (_, wrong, field) => {
  const { ana, clickId } = await seller()
  const { status, body } = await tell(server, shop, { ...newOrder(clickId), ...wrong })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  expect(await moneyOf(server, ana)).toEqual({})
})

test('commission is rounded half to even, once per order (D-44)', async () => {
  const small = await addShop(server, {}, { rateBasisPoints: 5000 })
  const { clickId } = await seller(small)
  const commission = async (amount: string) =>
    (await tell(server, small, newOrder(clickId, { amount }))).body.commission
  expect(await commission('0.01')).toBe(0)
  expect(await commission('0.03')).toBe(0.02)
  expect(await commission('0.05')).toBe(0.02)
  // Commission is rounded per order: two items of half a cent are one cent.
  const items = [{ amount: '0.01' }, { amount: '0.01' }]
  const both = await tell(server, small, newOrder(clickId, { amount: '0.02', items }))
  expect(both.body.commission).toBe(0.01)
})

test('the brand pays its rate, and the creator gets a share of it (R-151, R-152)', async () => {
  const dear = await addShop(server, {}, { rateBasisPoints: 1250, shareBasisPoints: 8000 })
  const { ana, link, clickId } = await seller(dear)
  await tell(server, dear, newOrder(clickId, { amount: '100' }))
  const sums = { lifetime_revenue: 100, lifetime_commissions: 10 }
  expect(await readLink(ana, { uuid: link.id })).toMatchObject(sums)
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  expect(await moneyOf(server, { uuid: dear.id })).toEqual({ brand: -1250 })
})

test('item categories and new customers have their own rates', async () => {
  const wide = await addShop(server)
  await server.deps.sql`
    insert into brand_rates
      (brand_id, category, new_customers, rate_basis_points, share_basis_points, starts_at)
    values (${wide.id}, 'Toys', false, 2000, 10000, 'epoch'),
      (${wide.id}, '', true, 3000, 10000, 'epoch')`
  const { clickId } = await seller(wide)
  const items = [
    { amount: '50', category: 'Toys' },
    { amount: '30', category: 'Books' },
  ]
  expect((await tell(server, wide, newOrder(clickId, { items }))).body.commission).toBe(13)
  const first = await tell(server, wide, newOrder(clickId, { new_customer: true }))
  expect(first.body.commission).toBe(24)
})

test('a rate that was reduced after the click does not apply to the click’s order (D-44)', async () => {
  const cut = await addShop(server)
  const { clickId } = await seller(cut)
  await server.deps.sql`
    insert into brand_rates (brand_id, rate_basis_points, share_basis_points, starts_at)
    values (${cut.id}, 100, 10000, ${new Date(Date.now() - HOUR_MS / 2)})`
  expect((await tell(server, cut, newOrder(clickId))).body.commission).toBe(8)
  const later = await addClick(server, await addShopLink(server, cut, await signUp(server)), {
    at: new Date(Date.now() - HOUR_MS / 4),
  })
  expect((await tell(server, cut, newOrder(later))).body.commission).toBe(0.8)
})

test('other currencies are converted by the operator’s rate, with their own decimals', async () => {
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values([
    { currency: 'EUR', day, dollars: '1.08' },
    { currency: 'JPY', day, dollars: '0.0067' },
    { currency: 'KWD', day, dollars: '3.25' },
  ])
  const { ana, link, clickId } = await seller()
  const commission = async (amount: string, currency: string) =>
    (await tell(server, shop, newOrder(clickId, { amount, currency }))).body.commission
  expect(await commission('100', 'EUR')).toBe(10.8)
  expect(await commission('15000', 'JPY')).toBe(10.05)
  expect(await commission('10.500', 'KWD')).toBe(3.41)
  const { lifetime_revenue } = await readLink(ana, { uuid: link.id })
  expect(lifetime_revenue).toBeCloseTo(108 + 100.5 + 34.12, 2)
})

test('an order in a currency without a rate is kept, and paid when the operator sets one', async () => {
  const { ana, clickId } = await seller()
  const said = newOrder(clickId, { amount: '200', currency: 'CHF' })
  expect((await tell(server, shop, said)).body).toEqual({ status: 'pending', commission: 0 })
  const list = (options = {}) => runOperator({ stage: server }, 'conversions list', options)
  const unpriced = `${said.order_id}  no rate for CHF`
  expect(await list({ waiting: true })).toContain(`Kitchen ${unpriced}`)
  const waiting = await ana.get<Earnings>('/v1/bank/pending_earnings/')
  expect(waiting.results[0]?.unpriced).toEqual({ amount: 200, currency: 'CHF' })
  expect(await list()).toContain(`${said.order_id}  pending  200.00 CHF  no rate for CHF`)
  expect(await texts(ana)).toEqual([])
  const day = '2020-01-01'
  await server.deps.db.insert(currencyRates).values({ currency: 'CHF', day, dollars: '1.1' })
  await settleLater(server, 0)
  expect(await moneyOf(server, ana)).toEqual({ pending: 2200 })
  expect(await texts(ana)).toEqual(['Lamp earned you $22.00. It is pending.'])
  // The order keeps its exchange rate. A new rate only applies to other orders.
  await server.deps.sql`update currency_rates set dollars = 2 where currency = 'CHF'`
  await tell(server, shop, { ...said, amount: '100' })
  expect(await moneyOf(server, ana)).toEqual({ pending: 1100 })
  const { results } = await ana.get<Earnings>('/v1/bank/pending_earnings/')
  expect(await ana.get(`/v1/bank/earnings/${results[0]?.id}/`)).toMatchObject({
    base: 110,
    original: { amount: 100, currency: 'CHF', rate: 1.1, day },
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Earnings, EarningDetail } from '#contract/money/earnings.ts'
import { bookSettlement, fundOrders } from '../../../../server/money/conversions/funding.ts'
import { addShop, DAY_MS, selling, tell } from '#support/server/money/conversions.ts'
import { addInstantShop, balanceOf, earn } from '#support/server/money/wallet.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test('every earning has its history: click, day, base, rate, hold, and each change with its reason', async () => {
  const waiting = await addShop(server)
  const ana = await signUp(server)
  const { clickId } = await selling(server, waiting, ana)
  await server.deps.sql`
    update click_events set referrer = 'news.example', device = 'phone', country = 'DE'
    where id = ${clickId}`
  const ordered_at = new Date(Date.now() - 60_000).toISOString()
  const order = { click_id: clickId, order_id: randomUUID(), amount: '300', ordered_at }
  await tell(server, waiting, order)
  const [row] = await server.deps.sql<[{ id: number }]>`
    select id from conversions where order_id = ${order.order_id}`
  const told = async () => (await ana.send('GET', `/v1/bank/earnings/${row.id}/`)).json()
  expect(await told()).toMatchObject({
    amount: 30,
    base: 300,
    hold_ends_at: new Date(Date.parse(ordered_at) + 30 * DAY_MS).toISOString(),
  })
  await tell(server, waiting, { ...order, status: 'approved' })
  await tell(server, waiting, { ...order, amount: '200', status: 'approved', reason: 'One back' })
  await tell(server, waiting, { ...order, status: 'reversed', reason: 'All back' })
  const story: unknown = await told()
  expect(v.is(EarningDetail, story)).toBe(true)
  expect(story).toMatchObject({
    click: { referrer: 'news.example', device: 'phone', country: 'DE' },
    attributed_by: 'click',
    base_kind: 'net',
    percentage: 10,
    original: null,
    hold_ends_at: null,
    funded_at: null,
    payouts: [],
    changes: [
      { what: 'Reported', why: '', by: 'Kitchen', amount: 30 },
      { what: 'Approved', why: '', by: 'Kitchen', amount: 0 },
      { what: 'Partly refunded', why: 'One back', by: 'Kitchen', amount: -10 },
      { what: 'Reversed', why: 'All back', by: 'Kitchen', amount: -20 },
    ],
  })
})

test('an order in a currency without a rate waits for the rate, and shows no dollars when reversed', async () => {
  const waiting = await addShop(server)
  const ana = await signUp(server)
  const { clickId } = await selling(server, waiting, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '300', currency: 'CHF' }
  await tell(server, waiting, { ...order, status: 'approved' })
  const { results, total } = v.parse(Earnings, await ana.get('/v1/bank/pending_earnings/'))
  expect([results.length, total]).toEqual([1, 0])
  expect(results[0]).toMatchObject({ amount: 0, expected_at: null, waits_for_brand: false })
  expect(await ana.get(`/v1/bank/earnings/${results[0]?.id}/`)).toMatchObject({
    original: { amount: 300, currency: 'CHF', rate: 0, day: '' },
  })
  expect((await balanceOf(ana)).waiting_for).toEqual([])
  await tell(server, waiting, { ...order, status: 'reversed', reason: 'Returned' })
  expect(await ana.get(`/v1/bank/earnings/${results[0]?.id}/`)).toMatchObject({
    state: 'reversed',
    unpriced: { amount: 300, currency: 'CHF' },
  })
})

test('a bonus is recorded without a report of a shop', async () => {
  await server.deps.sql`
    insert into operator_settings (key, value) values ('bonus', '{"on": true, "paid_by": "Split"}')`
  const sure = await addInstantShop(server)
  const ana = await signUp(server)
  await earn(server, sure, ana, 10)
  const { results } = v.parse(Earnings, await ana.get('/v1/bank/available_earnings/'))
  const bonus = results.find(({ kind }) => kind === 'bonus')
  expect(await ana.get(`/v1/bank/earnings/${bonus?.id}/`)).toMatchObject({
    click: null,
    organization: null,
    changes: [{ what: 'Earned', by: '', amount: 10 }],
  })
})

test('an earning shows whether it waits for the brand’s payment', async () => {
  const shop = await addShop(server)
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '100' }
  const { status } = await tell(server, shop, { ...order, status: 'approved' })
  expect(status).toBe(200)
  const [row] = await server.deps.sql<[{ id: number }]>`
    select id from conversions where order_id = ${order.order_id}`
  const told = async () => {
    const { waits_for_brand, funded_at } = await ana.get<EarningDetail>(
      `/v1/bank/earnings/${row.id}/`,
    )
    return { waits_for_brand, funded_at }
  }
  expect(await told()).toEqual({ waits_for_brand: true, funded_at: null })
  const { db } = server.deps
  const at = new Date()
  await db.transaction((tx) =>
    bookSettlement(tx, { brandId: shop.id, cents: 1000, reference: randomUUID(), at }),
  )
  await fundOrders(db, shop.id, at)
  expect(await told()).toEqual({ waits_for_brand: false, funded_at: at.toISOString() })
})

import { expect, test } from 'vitest'
import { addSeller, addShop, moneyOf } from '#support/server/money/conversions.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import {
  wooCreated,
  wooOrder,
  wooUpdated,
  type WooOrder,
} from '#support/server/shops/woocommerce.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Garden' })
const woo = await connectShop(server, shop, 'woocommerce')

let orders = 1000
async function seller(of = shop) {
  orders += 10
  return { ...(await addSeller(server, of)), id: orders }
}

async function outcomes(events: ShopEvent[], to = woo) {
  for (const event of events) expect(await to.send(event)).toBe(200)
  return (await to.log())
    .slice(0, events.length)
    .toReversed()
    .map(({ outcome }) => outcome)
}

test('the first delivery of a new webhook has no signature and is answered', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: 'webhook_id=12' }
  expect((await server.app.request(woo.path, init)).status).toBe(200)
  expect((await woo.log())[0]).toMatchObject({ kind: 'ping', outcome: 'ignored' })
  const more = { ...init, body: 'webhook_id=12&id=3' }
  expect((await server.app.request(woo.path, more)).status).toBe(401)
  const withTopic = { ...init, headers: { ...headers, 'X-WC-Webhook-Topic': 'order.created' } }
  expect((await server.app.request(woo.path, withTopic)).status).toBe(401)
})

test('an order is recorded with the first address of the visit', async () => {
  const { ana, clickId, id } = await seller()
  expect(await outcomes([wooCreated(wooOrder({ id, clickId }))])).toEqual(['order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  expect((await woo.log())[0]).toMatchObject({ orderNumber: String(id), kind: 'order.created' })
})

test('a hidden field counts before the first address of the visit', async () => {
  const [one, two] = [await seller(), await seller()]
  const meta = [{ key: 'split_click_id', value: one.clickId }]
  await outcomes([wooCreated(wooOrder({ id: one.id, clickId: two.clickId, meta }))])
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 800 })
  expect(await moneyOf(server, two.ana)).toEqual({})
})

test('a wrong signature is refused', async () => {
  const { ana, clickId, id } = await seller()
  const event = wooCreated(wooOrder({ id, clickId }))
  expect(await woo.send(event, { secret: 'another' })).toBe(401)
  expect(await moneyOf(server, ana)).toEqual({})
})

test('an order waits for its payment, and an unpaid cancelled one can still be paid', async () => {
  const { ana, clickId, id } = await seller()
  const order = (status: string, minute: number) =>
    wooUpdated(wooOrder({ id, clickId, status, minute }))
  const events = [order('pending', 0), order('cancelled', 1), order('processing', 2)]
  expect(await outcomes(events)).toEqual(['waiting', 'ignored', 'order'])
  expect(await outcomes([order('completed', 3), order('on-hold', 1)])).toEqual([
    'ignored',
    'ignored',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('unpaid orders of customers from elsewhere are not stored', async () => {
  const { clickId, id } = await seller()
  const events = [
    wooCreated(wooOrder({ id, status: 'pending' })),
    wooCreated(wooOrder({ id: id + 1, status: 'pending', clickId })),
  ]
  expect(await outcomes(events)).toEqual(['waiting', 'waiting'])
  const rows = await server.deps.sql<{ order_id: string }[]>`select order_id from shop_orders`
  const stored = rows.map(({ order_id }) => order_id)
  expect([stored.includes(String(id)), stored.includes(String(id + 1))]).toEqual([false, true])
})

test.each(['cancelled', 'refunded', 'failed', 'trash'])(
  'status %s reverses the order',
  async (status) => {
    const { ana, clickId, id } = await seller()
    const later = wooUpdated(wooOrder({ id, clickId, status, minute: 2 }))
    const events = [wooCreated(wooOrder({ id, clickId })), later]
    expect(await outcomes(events)).toEqual(['order', 'cancelled'])
    expect(await moneyOf(server, ana)).toEqual({ pending: 0 })
  },
)

test.each([
  ['net', 8000, 6000],
  ['subtotal', 8000, 6000],
  ['gross', 10_020, 7515],
] as const)(
  'with the base %s, taxes and shipping are counted and refunds shared',
  async (base, all, left) => {
    const based = await addShop(server, { base })
    const theirs = await connectShop(server, based, 'woocommerce')
    const { ana, clickId, id } = await seller(based)
    const order: WooOrder = {
      id,
      clickId,
      lines: ['50.00', '30.00'],
      tax: '15.20',
      shipping: '5.00',
    }
    const baseOf = async () => {
      const [row] = await server.deps.sql<{ cents: number }[]>`
      select base_cents::int as cents from conversions where user_id = ${ana.uuid}`
      return row?.cents
    }
    await outcomes([wooCreated(wooOrder(order))], theirs)
    expect(await baseOf()).toBe(all)
    // A quarter of the payment of 100.20 is refunded.
    const refunds = ['20.00', '5.05']
    expect(
      await outcomes([wooUpdated(wooOrder({ ...order, minute: 3, refunds }))], theirs),
    ).toEqual(['refund'])
    expect(await baseOf()).toBe(left)
  },
)

test('fees belong to the net amount, not to the goods', async () => {
  const order = { lines: ['80.00'], more: { total: '90.00', fee_lines: [{ total: '10.00' }] } }
  for (const [base, cents] of [
    ['net', 900],
    ['subtotal', 800],
  ] as const) {
    const based = await addShop(server, { base })
    const { ana, clickId, id } = await seller(based)
    const theirs = await connectShop(server, based, 'woocommerce')
    await outcomes([wooCreated(wooOrder({ id, clickId, ...order }))], theirs)
    expect(await moneyOf(server, ana)).toEqual({ pending: cents })
  }
})

test('a removed refund counts again while the order is pending', async () => {
  const { ana, clickId, id } = await seller()
  const order = (refunds: string[], minute: number) =>
    wooUpdated(wooOrder({ id, clickId, refunds, minute }))
  const events = [order([], 0), order(['20.00'], 1), order([], 2)]
  expect(await outcomes(events)).toEqual(['order', 'refund', 'change'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('yen have no decimals, and amounts with too many decimals are rounded once', async () => {
  const yen = await seller()
  await outcomes([
    wooCreated(wooOrder({ id: yen.id, clickId: yen.clickId, currency: 'JPY', lines: ['1500'] })),
  ])
  const euro = await seller()
  const lines = ['33.3333', '33.3333', '33.3333']
  await outcomes([
    wooCreated(wooOrder({ id: euro.id, clickId: euro.clickId, currency: 'EUR', lines })),
  ])
  const rows = await server.deps.sql`
    select currency, original_minor::int as minor from conversions
    where user_id in (${yen.ana.uuid}::uuid, ${euro.ana.uuid}::uuid) order by currency`
  expect(rows).toEqual([
    { currency: 'EUR', minor: 10_000 },
    { currency: 'JPY', minor: 1500 },
  ])
})

test('a coupon code of a creator records the order, and a test link never does', async () => {
  const { ana, link, id } = await seller()
  const coupon = wooOrder({ id, codes: ['welcome', link.shortCode] })
  const trial = wooOrder({ id: id + 1, clickId: woo.testClickId })
  expect(await outcomes([wooCreated(coupon), wooCreated(trial)])).toEqual(['order', 'test'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('events about other things are ignored', async () => {
  const events = ['product.updated', 'order.deleted', ''].map((kind) => ({
    kind,
    payload: { id: 7 },
  }))
  expect(await outcomes(events)).toEqual(['ignored', 'ignored', 'ignored'])
})

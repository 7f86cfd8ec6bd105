import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addClick,
  addSeller,
  addShop,
  moneyOf,
  settleLater,
  DAY_MS,
} from '#support/server/money/conversions.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import {
  cancelled,
  created,
  refunded,
  shopifyOrder,
  shopifyRefund,
  shopTime,
  updated,
  type ShopifyOrder,
} from '#support/server/shops/shopify.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen' })
const shopify = await connectShop(server, shop, 'shopify')

let orders = 820_982_911_946_154
/** Returns a creator with a click, and the number of a new order. */
async function seller(of = shop) {
  orders += 10
  const { ana, clickId, link } = await addSeller(server, of)
  return { ana, clickId, link, id: orders }
}

/** Sends events one after the other, which are all accepted. Returns the newest entries of the log. */
async function sendAll(events: ShopEvent[], to = shopify) {
  const statuses = []
  for (const event of events) statuses.push(await to.send(event))
  expect(statuses).toEqual(events.map(() => 200))
  return (await to.log()).slice(0, events.length).toReversed()
}

const outcomes = async (...args: Parameters<typeof sendAll>) =>
  (await sendAll(...args)).map(({ outcome }) => outcome)

test('an order is recorded with the click id of the cart, and the log tells it', async () => {
  const { ana, clickId, id } = await seller()
  const [entry] = await sendAll([created(shopifyOrder({ id, clickId }))])
  expect(entry).toMatchObject({
    kind: 'orders/create',
    outcome: 'order',
    orderNumber: `#${id % 10_000}`,
    why: 'The commission is calculated from 80.00 USD.',
  })
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  const [row] = await server.deps.sql`
    select order_id, attributed_by, base_cents::int, signed_at is not null as signed
    from conversions where user_id = ${ana.uuid}`
  expect(row).toEqual({
    order_id: String(id),
    attributed_by: 'click',
    base_cents: 8000,
    signed: true,
  })
})

test('the click id of the first page counts if the cart has none', async () => {
  const { ana, clickId, id } = await seller()
  const landingSite = `/products/lamp?utm_source=x&click_id=${clickId.toUpperCase()}`
  expect(await outcomes([created(shopifyOrder({ id, landingSite }))])).toEqual(['order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a wrong signature is refused and logged, and the body is not read', async () => {
  const { ana, clickId, id } = await seller()
  const event = created(shopifyOrder({ id, clickId }))
  const wrong = [
    { secret: 'another-secret' },
    { headers: { 'X-Shopify-Hmac-Sha256': '' } },
    { headers: { 'X-Shopify-Hmac-Sha256': 'not base64!' } },
  ]
  for (const sending of wrong) expect(await shopify.send(event, sending)).toBe(401)
  const signed = JSON.stringify(event.payload)
  const changed = { body: signed.replace('80.00', '90.00') }
  const header = { 'X-Shopify-Hmac-Sha256': 'AAAA' }
  expect(await shopify.send(event, { ...changed, headers: header })).toBe(401)
  expect(await moneyOf(server, ana)).toEqual({})
  const [entry] = await shopify.log()
  expect(entry).toMatchObject({ outcome: 'refused', times: 4, orderNumber: '' })
  expect(entry?.why).toContain('The signature is wrong.')
})

test('an address that does not exist returns 404', async () => {
  for (const path of [
    '/hooks/shopify/wrong-key',
    '/hooks/amazon/x',
    shopify.path.replace('shopify', 'stripe'),
  ])
    expect([path, (await server.request('POST', path, { body: {} })).status]).toEqual([path, 404])
})

test('a repeated delivery is counted and changes nothing', async () => {
  const { ana, clickId, id } = await seller()
  const event = created(shopifyOrder({ id, clickId }), randomUUID())
  await sendAll([event])
  expect(await shopify.send(event)).toBe(200)
  expect(await shopify.send(event)).toBe(200)
  expect((await shopify.log())[0]).toMatchObject({ outcome: 'order', times: 3 })
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a changed order has its new amount, and an older change does not count', async () => {
  const { ana, clickId, id } = await seller()
  const order = (price: string, minute: number) =>
    shopifyOrder({ id, clickId, minute, lines: [{ id: 1, price }] })
  const events = [
    created(order('80.00', 0)),
    updated(order('120.00', 2)),
    updated(order('95.00', 1)),
  ]
  expect(await outcomes(events)).toEqual(['order', 'change', 'ignored'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 1200 })
})

test('a change back to a former amount counts', async () => {
  const { ana, clickId, id } = await seller()
  const order = (price: string, minute: number) =>
    updated(shopifyOrder({ id, clickId, minute, lines: [{ id: 1, price }] }))
  const events = [order('80.00', 0), order('60.00', 1), order('80.00', 2)]
  expect(await outcomes(events)).toEqual(['order', 'change', 'change'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

const BOTH = [
  { id: 1, price: '50.00', tax: '4.00' },
  { id: 2, price: '30.00', tax: '2.40' },
]

test.each([
  ['net', 8000, 5000, 7000],
  ['subtotal', 8000, 5000, 7000],
  ['gross', 9180, 5940, 8180],
] as const)(
  'taxes, shipping and refunds by line and amount follow the base %s',
  async (base, all, afterLine, afterAmount) => {
    const based = await addShop(server, { base })
    const theirs = await connectShop(server, based, 'shopify')
    const baseOf = async (
      refund: ((id: number) => object) | null,
      inOrder: Partial<ShopifyOrder> = {},
    ) => {
      const { ana, clickId, id } = await seller(based)
      const order = { id, clickId, lines: BOTH, shipping: '5.00', shippingTax: '0.40', ...inOrder }
      await sendAll([created(shopifyOrder(order))], theirs)
      if (refund) await sendAll([refunded(refund(id))], theirs)
      const [row] = await server.deps.sql<{ cents: number }[]>`
        select base_cents::int as cents from conversions where user_id = ${ana.uuid}`
      return row?.cents
    }
    expect(await baseOf(null)).toBe(all)
    const byLine = (orderId: number) =>
      shopifyRefund({ id: orderId + 1, orderId, amount: '32.40', lines: BOTH.slice(1) })
    expect(await baseOf(byLine)).toBe(afterLine)
    const byAmount = (orderId: number) =>
      shopifyRefund({ id: orderId + 1, orderId, amount: '10.00' })
    expect(await baseOf(byAmount)).toBe(afterAmount)
  },
)

test('prices with tax included are reduced by the tax of the goods', async () => {
  const { ana, clickId, id } = await seller()
  const lines = [{ id: 1, price: '119.00', tax: '19.00' }]
  const order = { id, clickId, lines, isTaxIncluded: true, shipping: '11.90', shippingTax: '1.90' }
  await sendAll([created(shopifyOrder(order))])
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
})

test('a refund that the order already contains is subtracted once', async () => {
  const { ana, clickId, id } = await seller()
  const refund = shopifyRefund({
    id: id + 1,
    orderId: id,
    amount: '30.00',
    lines: [{ id: 2, price: '30.00' }],
  })
  const after = shopifyOrder({
    id,
    clickId,
    minute: 5,
    lines: [{ id: 1, price: '50.00' }],
    refunds: [refund],
    more: { financial_status: 'partially_refunded', total_price: '80.00', subtotal_price: '80.00' },
  })
  const lines = [
    { id: 1, price: '50.00' },
    { id: 2, price: '30.00' },
  ]
  const events = [created(shopifyOrder({ id, clickId, lines })), refunded(refund), updated(after)]
  expect(await outcomes(events)).toEqual(['order', 'refund', 'ignored'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
})

test('a refund after the approval reduces the commission with a reason', async () => {
  const { ana, clickId, id } = await seller()
  await sendAll([created(shopifyOrder({ id, clickId }))])
  await settleLater(server, 40 * DAY_MS)
  expect(await moneyOf(server, ana)).toEqual({ pending: 0, approved: 800 })
  const refund = refunded(shopifyRefund({ id: id + 1, orderId: id, amount: '20.00' }))
  expect(await outcomes([refund])).toEqual(['refund'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 0, approved: 600 })
  const rows = await server.deps.sql`
    select what, why from conversion_changes join conversions on conversions.id = conversion_id
    where user_id = ${ana.uuid} order by conversion_changes.id desc limit 1`
  expect(rows).toEqual([{ what: 'refund', why: 'Part of the order was refunded.' }])
})

test('a cancelled order is reversed and stays so', async () => {
  const { ana, clickId, id } = await seller()
  const order = { id, clickId }
  const over = { cancelled_at: shopTime(3), cancel_reason: 'customer' }
  const events = [
    created(shopifyOrder(order)),
    cancelled(shopifyOrder({ ...order, minute: 3, more: over })),
    updated(shopifyOrder({ ...order, minute: 4 })),
  ]
  expect(await outcomes(events)).toEqual(['order', 'cancelled', 'ignored'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 0 })
})

test('refund before order and cancellation before order wait for the order', async () => {
  const one = await seller()
  const refund = shopifyRefund({ id: one.id + 1, orderId: one.id, amount: '20.00' })
  const first = created(shopifyOrder({ id: one.id, clickId: one.clickId }))
  expect(await outcomes([refunded(refund), first])).toEqual(['waiting', 'order'])
  expect(await moneyOf(server, one.ana)).toEqual({ pending: 600 })
  const two = await seller()
  const order = { id: two.id, clickId: two.clickId }
  const over = { cancelled_at: shopTime(3) }
  const events = [
    cancelled(shopifyOrder({ ...order, minute: 3, more: over })),
    created(shopifyOrder(order)),
  ]
  expect(await outcomes(events)).toEqual(['ignored', 'cancelled'])
  expect(await moneyOf(server, two.ana)).toEqual({})
})

test('test orders are shown and never become money', async () => {
  const { ana, clickId, id } = await seller()
  const more = { test: true }
  const tests = [
    { id, clickId, more },
    { id: id + 1, more },
    { id: id + 2, clickId: randomUUID(), more },
    { id: id + 3, clickId: shopify.testClickId },
  ]
  const log = await sendAll(tests.map((order) => created(shopifyOrder(order))))
  expect(log.map(({ outcome }) => outcome)).toEqual(['test', 'test', 'test', 'test'])
  const said = [
    'A real order would be recorded.',
    'No click id and no creator’s code arrived.',
    'No click on a link to your shop has this id.',
    'The click id of the test link arrived.',
  ]
  for (const [nth, text] of said.entries()) {
    expect(log[nth]?.why).toContain('80.00 USD')
    expect(log[nth]?.why).toContain(text)
  }
  expect(await moneyOf(server, ana)).toEqual({})
  const ids = tests.map((order) => String(order.id))
  const rows = await server.deps.sql<{ order_id: string }[]>`select order_id from conversions`
  expect(rows.filter(({ order_id }) => ids.includes(order_id))).toEqual([])
})

test('an order without click id and code is ignored with the reason, and not stored', async () => {
  const { id } = await seller()
  const [entry] = await sendAll([created(shopifyOrder({ id }))])
  expect(entry).toMatchObject({ outcome: 'ignored' })
  expect(entry?.why).toContain('did not come from a Split link')
  expect(await server.deps.sql`select * from shop_orders where order_id = ${String(id)}`).toEqual(
    [],
  )
})

test.each([
  ['click_first', 'click'],
  ['code_first', 'code'],
] as const)(
  'with %s and both a click and a coupon code, the %s counts',
  async (attribution, by) => {
    const ruled = await addShop(server, { attribution })
    const theirs = await connectShop(server, ruled, 'shopify')
    const { clickId, id } = await seller(ruled)
    const other = await addSeller(server, ruled)
    const codes = ['SUMMER-SALE', other.link.shortCode.toUpperCase()]
    await sendAll([created(shopifyOrder({ id, clickId, codes }))], theirs)
    const [row] = await server.deps.sql`
    select attributed_by from conversions where brand_id = ${ruled.id}`
    expect(row).toEqual({ attributed_by: by })
  },
)

test('a coupon code alone records the order', async () => {
  const { ana, link, id } = await seller()
  await sendAll([created(shopifyOrder({ id, codes: [link.shortCode] }))])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test.each([
  ['JPY', '1500', 1500],
  ['KWD', '3.125', 3125],
  ['EUR', '49.90', 4990],
])('amounts in %s keep their decimals', async (currency, price, minor) => {
  const { ana, clickId, id } = await seller()
  await sendAll([created(shopifyOrder({ id, clickId, currency, lines: [{ id: 1, price }] }))])
  const [row] = await server.deps.sql`
    select currency, original_minor::int as minor from conversions where user_id = ${ana.uuid}`
  expect(row).toEqual({ currency, minor })
})

test('an order outside the attribution window is refused with the reason', async () => {
  const { ana, link, id } = await seller()
  const clickId = await addClick(server, link, { at: new Date(Date.now() - 31 * DAY_MS) })
  const [entry] = await sendAll([created(shopifyOrder({ id, clickId }))])
  expect(entry).toMatchObject({ outcome: 'refused' })
  expect(entry?.why).toContain('after the attribution window of 30 days')
  expect(await moneyOf(server, ana)).toEqual({})
})

test('unreadable and unneeded deliveries are explained', async () => {
  expect(await shopify.send({ kind: 'orders/create', payload: {} }, { body: 'no json' })).toBe(400)
  const { id } = await seller()
  const odd = [
    created({ ...shopifyOrder({ id }), currency: 'GOLD' }),
    created({ ...shopifyOrder({ id }), current_subtotal_price: 'much' }),
    created({}),
    { kind: 'products/create', payload: { id: 1 } },
  ]
  const log = await sendAll(odd)
  expect(log.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['refused', 'The currency “GOLD” is unknown.'],
    ['refused', 'The amount “current_subtotal_price” is missing or invalid.'],
    ['refused', 'The value “id” is missing or invalid.'],
    ['ignored', 'Split does not need this event.'],
  ])
})

test('the log keeps the last 100 deliveries', async () => {
  const busy = await connectShop(server, await addShop(server), 'shopify')
  for (let n = 0; n < 103; n++)
    await busy.send({ kind: 'products/create', payload: { id: n }, id: `delivery-${n}` })
  const log = await busy.log()
  expect(log).toHaveLength(100)
  expect([log[0]?.senderId, log.at(-1)?.senderId]).toEqual(['delivery-102', 'delivery-3'])
})

test('a delivery above 1 MB is refused and logged', async () => {
  const body = JSON.stringify({ id: 1, note: 'x'.repeat(1024 * 1024) })
  expect(await shopify.send(created({}), { body })).toBe(413)
  expect((await shopify.log())[0]).toMatchObject({
    outcome: 'refused',
    why: 'The delivery is larger than 1 MB.',
  })
})

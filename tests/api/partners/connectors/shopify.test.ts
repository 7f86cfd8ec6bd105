import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addClick, addSeller, addShop, moneyOf, DAY_MS } from '#support/server/money/conversions.ts'
import { connectShop } from '#support/server/shops/connected-shop.ts'
import { created, shopifyOrder } from '#support/server/shops/shopify.ts'
import { addShopifyShop } from '#support/server/shops/shopify-shop.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { shopify, seller, sendAll, outcomes } = await addShopifyShop(server)

test('an order is recorded with the click id of the cart, and the log says so', async () => {
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

test('trial orders are shown and never become money', async () => {
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

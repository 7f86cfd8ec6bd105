import { expect, test } from 'vitest'
import { addShop, moneyOf, settleLater, DAY_MS } from '#support/server/money/conversions.ts'
import { connectShop } from '#support/server/shops/connected-shop.ts'
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
import { addShopifyShop } from '#support/server/shops/shopify-shop.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { seller, sendAll, outcomes } = await addShopifyShop(server)

const BOTH = [
  { id: 1, price: '50.00', tax: '4.00' },
  { id: 2, price: '30.00', tax: '2.40' },
]

const byLine = (orderId: number) =>
  shopifyRefund({ id: orderId + 1, orderId, amount: '32.40', lines: BOTH.slice(1) })
const byAmount = (orderId: number) => shopifyRefund({ id: orderId + 1, orderId, amount: '10.00' })

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
    expect(await baseOf(byLine)).toBe(afterLine)
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

import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { addSeller, addShop, moneyOf } from '#support/server/money/conversions.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import { stripeRefund, stripeSession } from '#support/server/shops/stripe.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Bakery' })
const stripe = await connectShop(server, shop, 'stripe')

const seller = async (of = shop) => ({
  ...(await addSeller(server, of)),
  payment: `pi_${randomUUID()}`,
})

async function outcomes(events: ShopEvent[], to = stripe) {
  for (const event of events) expect(await to.send(event)).toBe(200)
  return (await to.log())
    .slice(0, events.length)
    .toReversed()
    .map(({ outcome }) => outcome)
}

test.each([
  ['client_reference_id', (clickId: string) => ({ clickId })],
  [
    'metadata.click_id',
    (clickId: string) => ({ clickId: 'customer-7', metadata: { click_id: clickId } }),
  ],
  ['the metadata of our script', (clickId: string) => ({ metadata: { split_click_id: clickId } })],
])('a checkout is recorded with the click id in %s', async (_, fields) => {
  const { ana, clickId, payment } = await seller()
  expect(await outcomes([stripeSession({ payment, ...fields(clickId) })])).toEqual(['order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
  expect((await stripe.log())[0]).toMatchObject({
    kind: 'checkout.session.completed',
    orderNumber: payment,
  })
})

test('signatures of Stripe’s own package count for five minutes', async () => {
  const { ana, clickId, payment } = await seller()
  const event = stripeSession({ payment, clickId })
  const body = JSON.stringify(event.payload)
  const { webhooks } = new Stripe('sk_test_of_a_test')
  const now = Math.floor(Date.now() / 1000)
  const signedAt = (timestamp: number) =>
    webhooks.generateTestHeaderString({ payload: body, secret: stripe.secret, timestamp })
  const valid = signedAt(now)
  const wrong = [
    signedAt(now - 301),
    signedAt(now + 301),
    valid.replace(/t=\d+/, `t=${now - 1}`),
    valid.replace('v1=', 'v0='),
    valid.replace(/v1=.*/, ''),
    'nonsense',
    '',
  ]
  for (const header of wrong)
    expect([header, await stripe.send(event, { headers: { 'Stripe-Signature': header } })]).toEqual(
      [header, 401],
    )
  expect(await moneyOf(server, ana)).toEqual({})
  // During a change of the secret, Stripe sends one signature for each.
  const rolled = valid.replace('v1=', `v1=${'0'.repeat(64)},v1=`)
  expect(await stripe.send(event, { headers: { 'Stripe-Signature': rolled } })).toBe(200)
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a delayed payment is recorded once it has arrived', async () => {
  const { ana, clickId, payment } = await seller()
  const unpaid = stripeSession({ payment, clickId, isPaid: false })
  const paid = stripeSession(
    { payment, clickId, minute: 3 },
    'checkout.session.async_payment_succeeded',
  )
  expect(await outcomes([unpaid, paid])).toEqual(['waiting', 'order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('refunds reduce the commission by their part of the payment', async () => {
  const { ana, clickId, payment } = await seller()
  const refund = (refunded: number, minute: number) => stripeRefund({ payment, refunded, minute })
  const sale = stripeSession({ payment, clickId, tax: 1000, shipping: 500 })
  expect(await outcomes([sale])).toEqual(['order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 650 })
  expect(await outcomes([refund(2000, 5), refund(1000, 4)])).toEqual(['refund', 'ignored'])
  // 65.00 less a quarter is 48.75; 10 % of it is 4.875, rounded half to even.
  expect(await moneyOf(server, ana)).toEqual({ pending: 488 })
  expect(await outcomes([refund(8000, 6)])).toEqual(['cancelled'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 0 })
})

test('a refund before its checkout is subtracted when the checkout arrives', async () => {
  const { ana, clickId, payment } = await seller()
  const events = [stripeRefund({ payment, refunded: 2000 }), stripeSession({ payment, clickId })]
  expect(await outcomes(events)).toEqual(['waiting', 'order'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 600 })
})

test.each([
  ['jpy', 1500, 'JPY', 1500],
  ['kwd', 3120, 'KWD', 3120],
  ['isk', 150_000, 'ISK', 1500],
  ['mga', 1500, 'MGA', 150_000],
  ['eur', 4990, 'EUR', 4990],
])('Stripe’s smallest unit of %s is translated', async (currency, total, name, minor) => {
  const { ana, clickId, payment } = await seller()
  await outcomes([stripeSession({ payment, clickId, currency, total })])
  const [row] = await server.deps.sql`
    select currency, original_minor::int as minor from conversions where user_id = ${ana.uuid}`
  expect(row).toEqual({ currency: name, minor })
})

test('the base decides about taxes and shipping', async () => {
  for (const [base, cents] of [
    ['net', 650],
    ['subtotal', 650],
    ['gross', 800],
  ] as const) {
    const based = await addShop(server, { base })
    const { ana, clickId, payment } = await seller(based)
    const theirs = await connectShop(server, based, 'stripe')
    await outcomes([stripeSession({ payment, clickId, tax: 1000, shipping: 500 })], theirs)
    expect(await moneyOf(server, ana)).toEqual({ pending: cents })
  }
})

test('orders of test mode and of the test link never become money', async () => {
  const { ana, clickId } = await seller()
  const sessions = [
    stripeSession({ payment: `pi_${randomUUID()}`, clickId, isLive: false }),
    stripeSession({ payment: `pi_${randomUUID()}`, clickId: stripe.testClickId }),
  ]
  expect(await outcomes(sessions)).toEqual(['test', 'test'])
  expect(await moneyOf(server, ana)).toEqual({})
})

test('a subscription counts with its first payment, a free order and a saved card do not', async () => {
  const { ana, clickId, payment } = await seller()
  const subscription = { mode: 'subscription', payment_intent: null, id: `cs_${payment}` }
  const events = [
    stripeSession({ payment, clickId, more: subscription }),
    stripeSession({ payment: `${payment}-2`, clickId, total: 0 }),
    stripeSession({ payment: `${payment}-3`, clickId, more: { mode: 'setup' } }),
  ]
  expect(await outcomes(events)).toEqual(['order', 'ignored', 'ignored'])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

test('a code in the metadata records the order', async () => {
  const { ana, link, payment } = await seller()
  expect(await outcomes([stripeSession({ payment, metadata: { code: link.shortCode } })])).toEqual([
    'order',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 800 })
})

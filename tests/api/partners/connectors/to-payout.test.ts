import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EarningDetail, Earnings } from '#contract/money/earnings.ts'
import type { Statement } from '#contract/money/statements.ts'
import { readLink } from '#support/server/links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import {
  moneyOf,
  newOrder,
  selling,
  settleLater,
  tell,
  DAY_MS,
} from '#support/server/money/conversions.ts'
import { startPayouts } from '#support/server/money/payouts.ts'
import { confirm, redeem } from '#support/server/money/wallet.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import { created, refunded, shopifyOrder, shopifyRefund } from '#support/server/shops/shopify.ts'
import { stripeRefund, stripeSession } from '#support/server/shops/stripe.ts'
import { wooCreated, wooOrder, wooUpdated } from '#support/server/shops/woocommerce.ts'

const { paypal, server, shop, run, settle, batched, latest } = await startPayouts()

type Story = (clickId: string) => { order: ShopEvent; refund: ShopEvent }

/** An order of $800.00 and a refund of $300.00, as each shop system reports them. */
const STORIES: Record<'shopify' | 'woocommerce' | 'stripe', Story> = {
  shopify(clickId) {
    const id = randomInt(1e9)
    const lines = [
      { id: 1, price: '500.00' },
      { id: 2, price: '300.00' },
    ]
    return {
      order: created(shopifyOrder({ id, clickId, lines })),
      refund: refunded(
        shopifyRefund({ id: id + 1, orderId: id, amount: '300.00', lines: lines.slice(1) }),
      ),
    }
  },
  woocommerce(clickId) {
    const order = { id: randomInt(1e9), clickId, lines: ['800.00'] }
    return {
      order: wooCreated(wooOrder(order)),
      refund: wooUpdated(wooOrder({ ...order, minute: 5, refunds: ['300.00'] })),
    }
  },
  stripe(clickId) {
    const payment = `pi_${randomUUID()}`
    return {
      order: stripeSession({ payment, clickId, total: 80_000 }),
      refund: stripeRefund({ payment, refunded: 30_000, total: 80_000 }),
    }
  },
}

/** Days after which an order that nobody cancels is approved, and some more. */
const HOLD_DAYS = 40

/** Creates a creator who can be paid, with a click on a link to the shop. */
async function addCreator() {
  const ana = await signUp(server)
  await confirm(server, ana)
  return { ana, ...(await selling(server, shop, ana)) }
}

/** Redeems $50, sends it through PayPal and checks that it is paid and nothing is left. */
async function payOut(ana: Person) {
  await settleLater(server, HOLD_DAYS * DAY_MS)
  expect(await moneyOf(server, ana)).toEqual({ available: 5000, pending: 0 })
  const { id } = (await redeem(ana, { value: 50 })).body.result
  await run(`payouts approve ${id}`)
  await run(`payouts send ${await batched()}`)
  for (const minutes of [1, 2, 3, 4]) await settle(minutes)
  expect(await latest(ana)).toMatchObject({ state: 'paid', amount: 50 })
  expect(await moneyOf(server, ana)).toMatchObject({ available: 0, reserved: 0, paid: 5000 })
  const items = [...paypal.batches.values()].flatMap((batch) => batch.items)
  expect(items).toHaveLength(1)
  expect(JSON.stringify(items)).toContain('50.00')
  await expectExplained(ana)
}

/** Checks that the story of the earning names the order, the refund and the payout. */
async function expectExplained(ana: Person) {
  const { results } = await ana.get<Earnings>('/v1/bank/available_earnings/')
  expect(results).toHaveLength(1)
  const story = await ana.get<EarningDetail>(`/v1/bank/earnings/${results[0]?.id}/`)
  expect(story).toMatchObject({ amount: 50, base: 500, percentage: 10, attributed_by: 'click' })
  expect(story.changes.reduce((total, { amount }) => total + amount, 0)).toBe(50)
  expect(story.changes.map(({ amount }) => amount)).toEqual(expect.arrayContaining([80, -30]))
  expect(story.payouts).toMatchObject([{ amount: 50, paid_at: expect.any(String) }])
  await expectSameSums(ana, results[0]?.link_uuid ?? '')
}

/** Checks that the link, the analytics and the yearly statement show the same amounts. */
async function expectSameSums(ana: Person, uuid: string) {
  const link = await readLink(ana, { uuid })
  expect(link).toMatchObject({ lifetime_revenue: 500, lifetime_commissions: 50 })
  const { totals } = await analytics(ana)
  expect(totals).toMatchObject({ conversions: 1, revenue: 500, commissions: 50 })
  const year = new Date().getUTCFullYear()
  const statement = await ana.get<Statement>(`/v1/bank/statements/${year}/`)
  expect(statement.earned + statement.taken_back).toBe(50)
  expect(statement.by_brand).toEqual([{ name: shop.name, amount: 50 }])
}

test.each(Object.entries(STORIES))(
  'an order of %s with a refund becomes a paid payout',
  async (platform, story) => {
    const connected = await connectShop(server, shop, platform as keyof typeof STORIES)
    const { ana, clickId } = await addCreator()
    const { order, refund } = story(clickId)
    expect(await connected.send(order)).toBe(200)
    expect(await moneyOf(server, ana)).toEqual({ pending: 8000 })
    expect(await connected.send(refund)).toBe(200)
    expect((await moneyOf(server, ana)).pending).toBe(5000)
    await payOut(ana)
  },
)

test('an order of another system with a refund becomes a paid payout', async () => {
  const { ana, clickId } = await addCreator()
  const order = newOrder(clickId, { amount: '800.00' })
  expect((await tell(server, shop, order)).status).toBe(200)
  expect(await moneyOf(server, ana)).toEqual({ pending: 8000 })
  expect(
    (await tell(server, shop, { ...order, amount: '500.00', reason: 'One came back' })).status,
  ).toBe(200)
  await payOut(ana)
})

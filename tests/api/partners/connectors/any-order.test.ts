import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addClick, addSeller, addShop } from '#support/server/money/conversions.ts'
import { ORDER_INVARIANTS } from '#support/server/money/order-laws.ts'
import { connectShop, type ShopEvent } from '#support/server/shops/connected-shop.ts'
import {
  cancelled,
  created,
  refunded,
  shopifyOrder,
  shopifyRefund,
  shopTime,
  updated,
} from '#support/server/shops/shopify.ts'
import { stripeRefund, stripeSession } from '#support/server/shops/stripe.ts'
import { wooCreated, wooOrder, wooUpdated } from '#support/server/shops/woocommerce.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

type Story = { events: (id: number, clickId: string) => ShopEvent[]; cents: number }

const decimal = (cents: number) => (cents / 100).toFixed(2)

const line = (cents: number, taxes: number) => [
  { id: 1, price: decimal(cents), tax: decimal(taxes) },
]

/** Returns all events of an order that is changed, partly refunded and maybe cancelled. */
const shopifyStory = fc
  .record({
    first: fc.integer({ min: 100, max: 50_000 }),
    second: fc.integer({ min: 100, max: 50_000 }),
    refunds: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 3 }),
    isCancelled: fc.boolean(),
    isTaxIncluded: fc.boolean(),
  })
  .map(({ first, second, refunds, isCancelled, isTaxIncluded }): Story => {
    const tax = Math.round(second / 10)
    const goods = isTaxIncluded ? second - tax : second
    const amounts = refunds.map((part) => Math.floor((second * part) / 100 / refunds.length))
    const left = goods - amounts.reduce((sum, cents) => sum + cents, 0)
    return {
      cents: isCancelled || left <= 0 ? 0 : left,
      events: (id, clickId) => {
        const known = amounts.map((cents, nth) =>
          shopifyRefund({ id: id + nth + 1, orderId: id, amount: decimal(cents) }),
        )
        const order = { id, clickId, isTaxIncluded, lines: line(second, tax) }
        return [
          created(shopifyOrder({ ...order, lines: line(first, 0) })),
          updated(shopifyOrder({ ...order, minute: 1 })),
          ...known.map((refund) => refunded(refund)),
          updated(shopifyOrder({ ...order, minute: 6, refunds: known.slice(0, 1) })),
          ...(isCancelled
            ? [
                cancelled(
                  shopifyOrder({
                    ...order,
                    minute: 9,
                    refunds: known,
                    more: { cancelled_at: shopTime(9) },
                  }),
                ),
              ]
            : []),
        ]
      },
    }
  })

const wooStory = fc
  .record({
    first: fc.integer({ min: 100, max: 50_000 }),
    second: fc.integer({ min: 100, max: 50_000 }),
    isLate: fc.boolean(),
    refund: fc.integer({ min: 0, max: 99 }),
    end: fc.constantFrom('completed', 'cancelled', 'refunded'),
  })
  .map(({ first, second, isLate, refund, end }): Story => {
    const back = Math.floor((second * refund) / 100)
    return {
      cents: end === 'completed' ? second - back : 0,
      events: (id, clickId) => {
        const order = (cents: number, status: string, minute: number) => ({
          id,
          clickId,
          status,
          minute,
          lines: [decimal(cents)],
        })
        const refunds = back > 0 ? [decimal(back)] : []
        return [
          wooCreated(wooOrder(order(first, 'pending', 0))),
          ...(isLate ? [wooUpdated(wooOrder(order(first, 'cancelled', 1)))] : []),
          wooUpdated(wooOrder(order(first, 'processing', 2))),
          wooUpdated(wooOrder(order(second, 'processing', 3))),
          wooUpdated(wooOrder({ ...order(second, 'processing', 4), refunds })),
          wooUpdated(wooOrder({ ...order(second, end, 5), refunds })),
        ]
      },
    }
  })

const stripeStory = fc
  .record({
    total: fc.integer({ min: 100, max: 50_000 }),
    refunds: fc.array(fc.integer({ min: 1, max: 33 }), { maxLength: 3 }),
    isDelayed: fc.boolean(),
    isReturned: fc.boolean(),
  })
  .map(({ total, refunds, isDelayed, isReturned }): Story => {
    const amounts = [
      ...refunds.map((part) => Math.ceil((total * part) / 100)),
      ...(isReturned ? [total] : []),
    ]
    const sums = amounts.map((_, nth) =>
      Math.min(
        total,
        amounts.slice(0, nth + 1).reduce((sum, cents) => sum + cents, 0),
      ),
    )
    return {
      cents: total - (sums.at(-1) ?? 0),
      events: (id, clickId) => {
        const session = { payment: `pi_${id}`, clickId, total }
        return [
          stripeSession({ ...session, isPaid: !isDelayed }),
          ...(isDelayed
            ? [stripeSession({ ...session, minute: 1 }, 'checkout.session.async_payment_succeeded')]
            : []),
          ...sums.map((refunded, nth) =>
            stripeRefund({ payment: session.payment, refunded, total, minute: 2 + nth }),
          ),
        ]
      },
    }
  })

type Ledger = { state: string; account: string | null; cents: number; posted: number }

/** Returns the end of the order of a click: its state and what the ledger holds for it. */
const ledgerOf = (clickId: string) => server.deps.sql<Ledger[]>`
  select state, conversions.account, posted_cents::int as posted, coalesce((
    select sum(cents)::int from ledger_entries
    where reference = 'conversion:' || conversions.id and owner = user_id), 0) as cents
  from conversions where click_id = ${clickId}::uuid`

let orders = 7_000_000

test.each([
  ['shopify', shopifyStory],
  ['woocommerce', wooStory],
  ['stripe', stripeStory],
] as const)(
  'any sequence of deliveries of %s, with repetitions and at the same time, ends the same',
  async (platform, story) => {
    const shop = await addShop(server)
    const system = await connectShop(server, shop, platform)
    const { link } = await addSeller(server, shop)
    const run = async (
      { events }: Story,
      sequence: (all: ShopEvent[]) => ShopEvent[],
      size: number,
    ) => {
      orders += 10
      const clickId = await addClick(server, link)
      const sent = sequence(events(orders, clickId))
      for (let nth = 0; nth < sent.length; nth += size) {
        const batch = sent.slice(nth, nth + size)
        expect(await Promise.all(batch.map((event) => system.send(event)))).toEqual(
          batch.map(() => 200),
        )
      }
      return ledgerOf(clickId)
    }
    const cases = fc.record({
      story,
      picks: fc.array(fc.nat(20), { minLength: 12, maxLength: 12 }),
      repeated: fc.array(fc.nat(20), { maxLength: 4 }),
      size: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ story: told, picks, repeated, size }) => {
        const inSequence = await run(told, (all) => all, 1)
        const shuffled = await run(
          told,
          (all) => shuffle([...all, ...repeat(all, repeated)], picks),
          size,
        )
        expect(shuffled).toEqual(inSequence)
        const commission = halfEven(told.cents)
        expect(inSequence).toMatchObject([{ posted: commission, cents: commission }])
      }),
      { numRuns: 25 },
    )
    for (const [name, law] of Object.entries(ORDER_INVARIANTS))
      expect([name, await law(server.deps.sql)]).toEqual([name, []])
  },
)

/** Returns 10 % of an amount, with halves rounded to even. */
function halfEven(cents: number): number {
  const whole = Math.floor(cents / 10)
  const rest = cents % 10
  return rest > 5 || (rest === 5 && whole % 2 === 1) ? whole + 1 : whole
}

const repeat = (all: ShopEvent[], picks: number[]) =>
  picks.flatMap((pick) => all[pick % all.length] ?? [])

/** Takes the elements in the sequence of the picks. */
function shuffle<T>(all: T[], picks: number[]): T[] {
  const rest = [...all]
  return all.flatMap((_, nth) => rest.splice((picks[nth] ?? 0) % rest.length, 1))
}

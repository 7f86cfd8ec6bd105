import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { brands, conversions } from '../../../../server/platform/db/schema.ts'
import { fundOrders } from '../../../../server/money/conversions/funding.ts'
import { TRANSITIONS, type Conversion } from '../../../../server/money/conversions/states.ts'
import { place } from '../../../../server/money/conversions/place.ts'
import { lockOwners } from '../../../../server/money/ledger/lock.ts'
import {
  addClick,
  addShop,
  DAY_MS,
  HOUR_MS,
  settleLater,
  moneyOf,
  tell,
  type Shop,
  addSeller,
  approved,
  reversed,
  settle,
} from '#support/server/money/conversions.ts'
import { texts } from '#support/server/activity.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

const seller = (of: Shop = shop) => addSeller(server, of, { amount: '100' })

/** Creates a seller of a shop whose approved orders are available at once. */
async function sureSeller() {
  const sure = await addShop(server, { pays: 'guaranteed', minHoldHours: 0 })
  return { sure, ...(await seller(sure)) }
}

type Named = 'pending' | 'held' | 'approved' | 'available' | 'reversed'
const NAMES: Named[] = ['pending', 'held', 'approved', 'available', 'reversed']

/** Returns facts that lead to the state, whatever the previous state of the conversion. */
const factsOf = (state: Named, at: Date) => ({
  reversedAt: state === 'reversed' ? at : null,
  holdRule: state === 'held' ? ('too-quick' as const) : null,
  approvedAt: state === 'approved' || state === 'available' ? at : null,
  availableAt: null,
  guaranteed: state === 'available',
  minHoldEndsAt: state === 'available' ? at : new Date(at.getTime() + DAY_MS),
})

/** Allowed next states, written down from the rules and not copied from the implementation. */
const FOLLOWS: Record<Named, Named[]> = {
  pending: ['pending', 'held', 'approved', 'available', 'reversed'],
  held: ['pending', 'held', 'approved', 'available', 'reversed'],
  approved: ['approved', 'available', 'reversed'],
  available: ['available', 'reversed'],
  reversed: ['held', 'approved', 'available', 'reversed'],
}
const PAIRS = NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const))

describe('all pairs of states', () => {
  test.each(PAIRS)('from %s to %s', async (from, to) => {
    const { ana, order } = await seller()
    await tell(server, shop, order)
    const { db } = server.deps
    const step = (state: Named) =>
      db.transaction(async (tx) => {
        await lockOwners(tx, [ana.uuid])
        const at = new Date()
        return place(tx, await conversionOf(ana, tx), factsOf(state, at), { what: 'tried', at })
      })
    await step(from)
    const may = FOLLOWS[from].includes(to)
    expect(TRANSITIONS[from][to]).toBe(may)
    const became = await step(to).then(
      ({ state }) => state,
      (error: Error) => error.message.replace(/^conversion \d+ /, ''),
    )
    expect(became).toBe(may ? to : `cannot become ${to} from ${from}`)
    expect(await moneyOf(server, ana)).toEqual(expectedIn(may ? to : from))
  })
})

async function conversionOf({ uuid }: Person, db: TestServer['deps']['db']): Promise<Conversion> {
  const [row] = await db.select().from(conversions).where(eq(conversions.userId, uuid))
  if (!row) throw new Error('no conversion')
  return row
}

/** Expects ten dollars in the account of this state and nothing in the others. */
const expectedIn = (state: Named) => {
  const accounts = ['pending', 'held', 'approved', 'available'] as const
  const own = accounts.map((account) => [account, account === state ? 1000 : 0] as const)
  return expect.toSatisfy((sums: Record<string, number>) =>
    own.every(([account, cents]) => (sums[account] ?? 0) === cents),
  ) as unknown
}

test('an order is approved by the brand and becomes available when the brand has paid (D-46)', async () => {
  const paying = await addShop(server)
  const { ana, order } = await seller(paying)
  await tell(server, paying, order)
  await tell(server, paying, approved(order))
  expect(await moneyOf(server, ana)).toMatchObject({ pending: 0, approved: 1000 })
  await settleLater(server, 4 * DAY_MS)
  expect((await moneyOf(server, ana)).available ?? 0).toBe(0)
  await settle(server, paying, 1000)
  await settleLater(server, 4 * DAY_MS)
  expect(await moneyOf(server, ana)).toMatchObject({ approved: 0, available: 1000 })
})

test('the minimum hold also applies to approved orders that are paid for', async () => {
  const paying = await addShop(server)
  const { ana, order } = await seller(paying)
  await settle(server, paying, 5000)
  await tell(server, paying, approved(order))
  expect(await moneyOf(server, ana)).toEqual({ approved: 1000 })
  await settleLater(server, 71 * HOUR_MS)
  expect((await moneyOf(server, ana)).available ?? 0).toBe(0)
  await settleLater(server, 73 * HOUR_MS)
  expect((await moneyOf(server, ana)).available).toBe(1000)
})

test('an order is approved when its hold ends, and a second run changes nothing', async () => {
  const sure = await addShop(server, { pays: 'guaranteed' })
  const { ana, order } = await seller(sure)
  await tell(server, sure, order)
  await settleLater(server, 29 * DAY_MS)
  expect(await moneyOf(server, ana)).toMatchObject({ pending: 1000 })
  await Promise.all([settleLater(server, 31 * DAY_MS), settleLater(server, 31 * DAY_MS)])
  expect(await moneyOf(server, ana)).toMatchObject({ pending: 0, available: 1000 })
  const changes = await server.deps.sql<{ what: string }[]>`
    select what from conversion_changes join conversions on conversions.id = conversion_id
    where user_id = ${ana.uuid} order by conversion_changes.id`
  expect(changes.map(({ what }) => what)).toEqual(['recorded', 'hold-over'])
})

test('a brand’s payment covers its oldest orders, each completely or not at all', async () => {
  const paying = await addShop(server, { minHoldHours: 0 })
  const sellers = await Promise.all([1, 2, 3].map(() => seller(paying)))
  // Sent in reverse order. The time of the order decides, not the time of the call.
  for (const [index, { order }] of [...sellers.entries()].reverse()) {
    const ordered_at = new Date(Date.now() - (50 - index) * 60_000).toISOString()
    await tell(server, paying, { ...approved(order), ordered_at })
  }
  await settle(server, paying, 1500)
  const available = async () =>
    Promise.all(sellers.map(async ({ ana }) => (await moneyOf(server, ana)).available ?? 0))
  expect(await available()).toEqual([1000, 0, 0])
  await settle(server, paying, 500)
  expect(await available()).toEqual([1000, 1000, 0])
  const invoice = { reference: 'invoice-7' }
  expect((await settle(server, paying, 700, invoice)).id).toBeDefined()
  // The same payment is booked only once.
  expect((await settle(server, paying, 700, invoice)).id).toBeUndefined()
  expect(await available()).toEqual([1000, 1000, 0])
  // Funds released by a reversal go to the next order.
  await tell(server, paying, reversed(sellers[0]?.order ?? {}))
  await fundOrders(server.deps.db, paying.id, new Date())
  expect(await available()).toEqual([0, 1000, 1000])
})

test('a reversal takes the commission back and tells the creator why (R-409)', async () => {
  const { sure, ana, order } = await sureSeller()
  await tell(server, sure, approved(order))
  expect(await moneyOf(server, ana)).toEqual({ available: 1000 })
  const told = await tell(server, sure, reversed(order))
  expect(told.body).toEqual({ status: 'reversed', commission: 0 })
  expect(await moneyOf(server, ana)).toEqual({ available: 0 })
  await tell(server, sure, reversed(order))
  await tell(server, sure, approved(order))
  await tell(server, sure, order)
  expect(await moneyOf(server, ana)).toEqual({ available: 0 })
  expect(await texts(ana, 'commission/rendered')).toContain(
    'Lamp had an order reversed: $10.00 was taken back. Sent back.',
  )
})

test('an order is paid again, once, after the creator wins a dispute', async () => {
  const { sure, ana, order } = await sureSeller()
  await tell(server, sure, approved(order))
  await tell(server, sure, reversed(order))
  const bare = { ...approved(order), amount: '100.00', currency: 'USD', new_customer: true }
  await tell(server, sure, bare)
  expect(await moneyOf(server, ana)).toEqual({ available: 0 })
  const won = { ...approved(order), reason: 'Dispute won' }
  await tell(server, sure, won)
  await tell(server, sure, won)
  expect(await moneyOf(server, ana)).toEqual({ available: 1000 })
})

test('a held order stays held after the creator wins a dispute', async () => {
  const { ana, link, order } = await seller()
  const held = { ...order, click_id: await addClick(server, link, { kind: 6 }) }
  await tell(server, shop, held)
  await tell(server, shop, reversed(held))
  const won = await tell(server, shop, { ...approved(held), reason: 'Dispute won' })
  expect(won).toEqual({ status: 200, body: { status: 'approved', commission: 10, held: true } })
  expect(await moneyOf(server, ana)).toMatchObject({ held: 1000 })
})

test('partial refunds add up to a full refund without rounding errors', async () => {
  const { sure, ana, order } = await sureSeller()
  await tell(server, sure, approved({ ...order, amount: '99.99' }))
  const seen: number[] = []
  for (const amount of ['66.66', '33.33', '0.05', '0']) {
    await tell(server, sure, { ...approved(order), amount, reason: `Sent back to ${amount}` })
    seen.push((await moneyOf(server, ana)).available ?? 0)
  }
  expect(seen).toEqual([667, 333, 0, 0])
  expect(await moneyOf(server, { uuid: sure.id })).toEqual({ brand: 0 })
})

test('an approved amount can only be reduced, and only with a reason', async () => {
  const { ana, order } = await seller()
  await tell(server, shop, approved(order))
  for (const [more, field, text] of [
    [{ amount: '200' }, 'amount', 'only be reduced'],
    [{ amount: '50' }, 'reason', 'Give a reason'],
    [{ amount: '50', currency: 'EUR' }, 'currency', ''],
  ] as const) {
    const { body } = await tell(server, shop, { ...approved(order), ...more })
    expect(body.errors?.[field]?.[0]).toContain(text)
  }
  expect(await moneyOf(server, ana)).toEqual({ approved: 1000 })
})

test.each([
  ['looked automated is released after a week', 4, { held: 0, available: 1000 }],
  ['is suspect for another reason is not released', 6, { held: 1000 }],
])('an order held because its click %s', async (_, kind, later) => {
  const sure = await addShop(server, { pays: 'guaranteed', holdDays: 3 })
  const { ana, link, order } = await seller(sure)
  await tell(server, sure, { ...order, click_id: await addClick(server, link, { kind }) })
  await settleLater(server, 6 * DAY_MS)
  expect(await moneyOf(server, ana)).toMatchObject({ held: 1000 })
  await settleLater(server, (kind === 4 ? 8 : 60) * DAY_MS)
  expect(await moneyOf(server, ana)).toMatchObject(later)
})

test('changed terms of a brand do not affect recorded orders', async () => {
  const changing = await addShop(server, { holdDays: 10, pays: 'guaranteed' })
  const { ana, order } = await seller(changing)
  await tell(server, changing, order)
  const terms = { holdDays: 90, pays: 'when_funded' } as const
  await server.deps.db.update(brands).set(terms).where(eq(brands.id, changing.id))
  await settleLater(server, 11 * DAY_MS)
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000 })
})

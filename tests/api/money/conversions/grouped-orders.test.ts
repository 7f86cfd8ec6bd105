import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, moneyOf, newOrder, tell } from '#support/server/money/conversions.ts'
import { createDice } from '#support/server/money/dice.ts'
import {
  addOrderWorld,
  addSellerClick,
  itemAt,
  writtenIn,
  type OrderWorld,
} from '#support/server/money/order-worlds.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'

const watched = watchStatements()
afterAll(() => watched.stop())
const server = await startTestServer()
const SELLERS = 8

/** Returns the number of statements that wrote new orders. */
const writes = () => watched.texts().filter((text) => /^\s*with given/.test(text)).length

type Sent = { shop: number; body: object }

const send = (world: OrderWorld, { shop, body }: Sent) =>
  tell(server, itemAt(world.shops, shop), body)

const sendTogether = (world: OrderWorld, orders: Sent[]) =>
  Promise.all(orders.map((order) => send(world, order)))

async function sendOneByOne(world: OrderWorld, orders: Sent[]) {
  const answers = []
  for (const order of orders) answers.push(await send(world, order))
  return answers
}

/** Adds one new order of each seller in the first shop. */
const orderOfEach = (world: OrderWorld): Promise<Sent[]> =>
  Promise.all(
    world.sellers.map(async (_, seller) => {
      const at = new Date(Date.now() - HOUR_MS)
      return {
        shop: 0,
        body: newOrder(await addSellerClick(server, world, { seller, shop: 0, at })),
      }
    }),
  )

const KINDS: object[] = [
  {},
  { amount: '0' },
  { amount: '12.345', currency: 'KWD' },
  { amount: '1200', currency: 'JPY' },
  { amount: '80.00', items: [{ amount: '50' }, { amount: '30', category: 'Shoes' }] },
  { amount: '19.99', new_customer: true, note: 'unknown 👩‍🎨' },
  { status: 'approved' },
  { status: 'reversed', reason: 'Sent back' },
  { status: 'reversed' },
  { ordered_at: '2020-01-01T00:00:00Z' },
]

/** Returns the same random orders for several worlds. Some are sent twice. */
async function sameOrders(worlds: OrderWorld[], seed: number): Promise<Sent[][]> {
  const dice = createDice(seed)
  const orders: Sent[][] = worlds.map(() => [])
  for (let n = 0; n < 30; n += 1) {
    const [seller, shop, kind] = [dice.below(SELLERS), dice.below(2), dice.below(KINDS.length * 2)]
    const at = new Date(Date.now() - HOUR_MS)
    const ordered_at = new Date(at.getTime() + dice.below(60) * 1000).toISOString()
    const isRepeated = dice.below(5) === 0
    const facets = dice.below(3) === 0 ? 'mail|2|' : ''
    for (const [nth, world] of worlds.entries()) {
      const click_id = await addSellerClick(server, world, { seller, shop, at, facets })
      const order_id = randomUUID()
      world.names.set(order_id, `order ${n} of ${seed}`)
      const body = { amount: '80.00', ordered_at, click_id, order_id, ...KINDS[kind] }
      itemAt(orders, nth).push({ shop, body }, ...(isRepeated ? [{ shop, body }] : []))
    }
  }
  return orders
}

test.each([1, 2, 3])(
  'orders that arrive together write the same as one by one (seed %i)',
  async (seed) => {
    const [together, apart] = [
      await addOrderWorld(server, SELLERS),
      await addOrderWorld(server, SELLERS),
    ]
    const [some = [], same = []] = await sameOrders([together, apart], seed)
    watched.forget()
    const answers = await sendTogether(together, some)
    const statements = writes()
    expect(answers).toEqual(await sendOneByOne(apart, same))
    expect(await writtenIn(server, together)).toEqual(await writtenIn(server, apart))
    // Otherwise nothing was grouped, and the comparison would prove nothing.
    expect(statements).toBeLessThan(writes() - statements)
  },
)

test('an order that the database refuses does not affect others of its group', async () => {
  const world = await addOrderWorld(server, SELLERS)
  const orders = await orderOfEach(world)
  const fifth = itemAt(orders, 4)
  const broken = { ...fifth, body: { ...fifth.body, order_id: 'broken' } }
  await server.deps.sql`
    alter table conversions add constraint no_broken check (order_id <> 'broken') not valid`
  const answers = await sendTogether(world, orders.toSpliced(4, 1, broken))
  await server.deps.sql`alter table conversions drop constraint no_broken`
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 500, 200, 200, 200])
  for (const [n, { person }] of world.sellers.entries())
    expect(await moneyOf(server, person)).toEqual({ pending: n === 4 ? 800 : 1600 })
})

test.each(['ledger_owners where owner', 'users where id'])(
  'an order that waits for a lock (%s) does not delay others',
  async (row) => {
    const world = await addOrderWorld(server, SELLERS)
    const orders = await orderOfEach(world)
    const locked = itemAt(world.sellers, 3).person.uuid
    const answered: number[] = []
    let all: Promise<unknown> = Promise.resolve()
    await server.deps.sql.begin(async (tx) => {
      await (row.startsWith('users')
        ? tx`select 1 from users where id = ${locked} for update`
        : tx`select 1 from ledger_owners where owner = ${locked} for update`)
      all = Promise.all(
        orders.map(async (order, n) => {
          expect((await send(world, order)).status).toBe(200)
          answered.push(n)
        }),
      )
      while (answered.length < SELLERS - 1) await sleep(5)
      expect(answered.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 7])
    })
    await all
    expect(await moneyOf(server, { uuid: locked })).toEqual({ pending: 1600 })
  },
)

test('two servers that record orders of the same creators at once record each order once', async () => {
  const other = await startTestServer({ sharedServer: server })
  const world = await addOrderWorld(server, SELLERS)
  // The key is known to both servers.
  const rounds = [await orderOfEach(world), await orderOfEach(world), await orderOfEach(world)]
  const orders = rounds.flat()
  const reversedOrders = orders.toReversed()
  const answers = await Promise.all([
    sendTogether(world, orders),
    Promise.all(
      reversedOrders.map(({ shop, body }) => tell(other, itemAt(world.shops, shop), body)),
    ),
  ])
  expect(answers.flat().filter(({ status }) => status !== 200)).toEqual([])
  for (const { person } of world.sellers)
    expect(await moneyOf(server, person)).toEqual({ pending: 4 * 800 })
})

test('the same order of two creators belongs to the one who was first', async () => {
  const world = await addOrderWorld(server, SELLERS)
  const order_id = randomUUID()
  const orders = (await orderOfEach(world)).map(({ shop, body }) => ({
    shop,
    body: { ...body, order_id },
  }))
  const answers = await sendTogether(world, orders)
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
  const money = await Promise.all(world.sellers.map(({ person }) => moneyOf(server, person)))
  const cents = money.map((sums) => Object.values(sums).reduce((sum, part) => sum + part, 0))
  expect(cents.toSorted((a, b) => a - b)).toEqual([...Array(SELLERS - 1).fill(800), 1600])
})

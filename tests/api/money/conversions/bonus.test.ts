import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addShop,
  DAY_MS,
  settleLater,
  moneyOf,
  selling,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { confirm, redeem, requestsOf } from '#support/server/money/wallet.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(() => server.stop())

async function seller(of: Shop = shop) {
  const ana = await signUp(server)
  const { link, clickId } = await selling(server, of, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '100' }
  return { ana, link, order }
}

const approved = (order: object) => ({ ...order, status: 'approved' })
const reversed = (order: object) => ({ ...order, status: 'reversed', reason: 'Sent back' })

const bonusIs = (value: object) =>
  server.deps.sql`
    insert into operator_settings (key, value) values ('bonus', ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`

const noReturns = () => addShop(server, { pays: 'guaranteed', minHoldHours: 0, returnDays: 0 })

const bonusOf = async (ana: Person) => {
  const [row] = await server.deps.sql<{ cents: string }[]>`
    select coalesce(sum(cents), 0) as cents from ledger_entries
    where owner = ${ana.uuid} and reference in
      (select 'conversion:' || id from conversions where kind = 'bonus' and user_id = ${ana.uuid})`
  return Number(row?.cents)
}

test.each([
  ['R-410', '100', 10],
  ['R-411', '1000', 110],
  ['R-412', '10000', 1110],
  ['R-413', '100000', 11_110],
])('sales reach a tier once, and tiers add up (%s, R-643, D-47)', async (_, amount, dollars) => {
  await bonusIs({ on: true, paid_by: 'Split' })
  const free = await noReturns()
  const { ana, order } = await seller(free)
  await tell(server, free, approved({ ...order, amount: String(Number(amount) - 0.01) }))
  const below = await bonusOf(ana)
  expect(below).toBeLessThan(dollars * 100)
  await Promise.all(
    Array.from({ length: 6 }, () =>
      tell(server, free, approved({ ...order, order_id: randomUUID(), amount: '0.01' })),
    ),
  )
  expect(await bonusOf(ana)).toBe(dollars * 100)
})

test('a bonus is taken back once when sales fall below it, and never paid twice', async () => {
  await bonusIs({ on: true, paid_by: 'Split' })
  const free = await noReturns()
  const { ana, order } = await seller(free)
  await tell(server, free, approved(order))
  expect(await moneyOf(server, ana)).toEqual({ available: 2000 })
  await tell(server, free, reversed(order))
  await tell(server, free, reversed(order))
  expect(await moneyOf(server, ana)).toEqual({ available: 0 })
  for (const order_id of [randomUUID(), randomUUID()])
    await tell(server, free, approved({ ...order, order_id }))
  expect(await moneyOf(server, ana)).toEqual({ available: 3000 })
})

test('a bonus that is lost takes back requests that only it covered', async () => {
  await bonusIs({ on: true, paid_by: 'Split' })
  // An approved sale counts before the brand has paid for it.
  const waiting = await addShop(server, { minHoldHours: 0, returnDays: 0 })
  const { ana, order } = await seller(waiting)
  await confirm(server, ana)
  await tell(server, waiting, approved({ ...order, amount: '1000' }))
  expect(await moneyOf(server, ana)).toEqual({ approved: 10_000, available: 11_000 })
  await redeem(ana, { value: 50 })
  await tell(server, waiting, reversed({ ...order, amount: '1000' }))
  const { results, balance } = await requestsOf(ana)
  expect(results.map(({ amount, state }) => ({ amount, state }))).toEqual([
    { amount: 50, state: 'rejected' },
  ])
  expect(balance).toMatchObject({ available: 0, reserved: 0, lifetime: 0 })
})

test('sales count when goods can no longer be sent back', async () => {
  await bonusIs({ on: true, paid_by: 'Split' })
  const slow = await addShop(server, { pays: 'guaranteed', minHoldHours: 0, returnDays: 14 })
  const { ana, order } = await seller(slow)
  await tell(server, slow, approved(order))
  await settleLater(server, 13 * DAY_MS)
  expect(await bonusOf(ana)).toBe(0)
  await settleLater(server, 15 * DAY_MS)
  await settleLater(server, 15 * DAY_MS)
  expect(await bonusOf(ana)).toBe(1000)
})

test.each([[{ on: false, paid_by: 'Split' }], [{ on: true, paid_by: '' }], [{ on: true }]])(
  'without the switch and somebody who pays there is no bonus: %j',
  async (value) => {
    await bonusIs(value)
    const free = await noReturns()
    const { ana, order } = await seller(free)
    await tell(server, free, approved({ ...order, amount: '5000' }))
    expect(await bonusOf(ana)).toBe(0)
  },
)

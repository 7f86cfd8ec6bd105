import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addShop,
  DAY_MS,
  settleLater,
  moneyOf,
  tell,
  type Shop,
  addSeller,
  approved,
  reversed,
  setBonus,
} from '#support/server/money/conversions.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { confirm, redeem, requestsOf } from '#support/server/money/wallet.ts'

const server = await startTestServer()

const seller = (of: Shop) => addSeller(server, of, { amount: '100' })

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
])(
  'each sales tier pays its bonus once, and tiers add up (%s, R-643, D-47)',
  async (_, amount, dollars) => {
    await setBonus(server)
    const free = await noReturns()
    const { ana, order } = await seller(free)
    await tell(server, free, approved({ ...order, amount: String(Number(amount) - 0.01) }))
    expect(await bonusOf(ana)).toBeLessThan(dollars * 100)
    await Promise.all(
      Array.from({ length: 6 }, () =>
        tell(server, free, approved({ ...order, order_id: randomUUID(), amount: '0.01' })),
      ),
    )
    expect(await bonusOf(ana)).toBe(dollars * 100)
  },
)

test('a bonus is taken back once when sales fall below its tier, and never paid twice', async () => {
  await setBonus(server)
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

test('losing a bonus cancels payout requests that only the bonus covered', async () => {
  await setBonus(server)
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

test('sales count towards a bonus when the return period is over', async () => {
  await setBonus(server)
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
  'no bonus is paid unless it is switched on and has a payer: %j',
  async (value) => {
    await setBonus(server, value)
    const free = await noReturns()
    const { ana, order } = await seller(free)
    await tell(server, free, approved({ ...order, amount: '5000' }))
    expect(await bonusOf(ana)).toBe(0)
  },
)

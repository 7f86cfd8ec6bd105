import { expect, test } from 'vitest'
import {
  approvePayouts,
  batchRows,
  markPaid,
  openBatch,
  rejectPayout,
  returnPayout,
} from '../../../../server/money/wallet/payouts.ts'
import { texts } from '#support/server/activity.ts'
import { moneyOf, tell } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  addInstantShop,
  balanceOf,
  addEarner,
  redeem,
  requestsOf,
} from '#support/server/money/wallet.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)

const at = new Date()
const paid = { reference: 'PP-1', feeCents: 35, at }

async function requested(dollars: number) {
  const ana = await addEarner(server, shop, dollars)
  const { body } = await redeem(ana, { value: dollars })
  return { ana, id: body.result.id }
}

const stateOf = async (ana: Parameters<typeof requestsOf>[0]) =>
  (await requestsOf(ana)).results.map(({ state }) => state)

test('the first request of an account is reviewed by the operator, later ones are not', async () => {
  const ana = await addEarner(server, shop, 60)
  const first = await redeem(ana, { value: 10 })
  expect(first.body.result.state).toBe('in_review')
  const { db } = server.deps
  expect((await openBatch(db, at))?.rows.map(({ id }) => id) ?? []).not.toContain(
    first.body.result.id,
  )
  await approvePayouts(db, [first.body.result.id], at)
  expect(await stateOf(ana)).toEqual(['requested'])
  await markPaid(db, [first.body.result.id], paid)
  expect((await redeem(ana, { value: 10 })).body.result.state).toBe('requested')
})

test('two simultaneous exports never contain the same request', async () => {
  const { db } = server.deps
  const all = await Promise.all([1, 2, 3, 4].map(() => requested(25)))
  await approvePayouts(
    db,
    all.map(({ id }) => id),
    at,
  )
  const batches = await Promise.all([1, 2, 3].map(() => openBatch(db, at)))
  const ids = batches.flatMap((batch) => batch?.rows.map(({ id }) => id) ?? [])
  for (const { id } of all) expect(ids.filter((one) => one === id)).toHaveLength(1)
  const [first] = batches.flatMap((batch) => batch ?? [])
  expect((await batchRows(db, first?.batchId ?? 0)).length).toBe(first?.rows.length)
  expect(await openBatch(db, at)).toBeUndefined()
})

test('the operator records a payment once, with reference and fee', async () => {
  const { ana, id } = await requested(25)
  const { db } = server.deps
  expect(await markPaid(db, [id, id], paid)).toEqual({ done: [id], refused: [] })
  expect(await markPaid(db, [id], paid)).toEqual({ done: [], refused: [{ id, state: 'paid' }] })
  const { results, balance } = await requestsOf(ana)
  expect(results[0]).toMatchObject({ state: 'paid', reference: 'PP-1', fee: 0.35, amount: 25 })
  expect(balance).toMatchObject({ available: 0, reserved: 0, redeemed: 25, lifetime: 25 })
  expect(await texts(ana, 'commission/rendered')).toContain(
    `${results[0]?.number} was paid: $25.00.`,
  )
})

test('a rejected request returns the money once, with a reason', async () => {
  const { ana, id } = await requested(25)
  const { db } = server.deps
  const tried = await Promise.all([1, 2].map(() => rejectPayout(db, id, 'No such account', at)))
  expect(tried.flatMap(({ done }) => done)).toEqual([id])
  expect(await moneyOf(server, ana)).toEqual({ available: 2500, reserved: 0 })
  const { results } = await requestsOf(ana)
  expect(results[0]).toMatchObject({ state: 'rejected', note: 'No such account' })
  expect(results[0]?.history.map(({ state }) => state)).toEqual(['in_review', 'rejected'])
  expect((await markPaid(db, [id], paid)).done).toEqual([])
})

test('a payout returned after payment is credited by a movement of its own', async () => {
  const { ana, id } = await requested(25)
  const { db } = server.deps
  expect((await returnPayout(db, id, 'Closed', at)).done).toEqual([])
  await markPaid(db, [id], paid)
  await returnPayout(db, id, 'Closed', at)
  expect((await returnPayout(db, id, 'Closed', at)).done).toEqual([])
  expect(await balanceOf(ana)).toMatchObject({ available: 25, redeemed: 0 })
  const [row] = await server.deps.sql<{ entries: number }[]>`
    select count(*)::int as entries from ledger_entries where reference = ${`redemption:${id}`}`
  expect(row).toEqual({ entries: 6 })
})

test('a reversal does not change requests in a batch, and the other requests stay covered', async () => {
  const { ana, id } = await requested(25)
  const { db } = server.deps
  await approvePayouts(db, [id], at)
  await openBatch(db, at)
  await tell(server, shop, { ...ana.order, status: 'reversed', reason: 'Sent back' })
  expect(await balanceOf(ana)).toMatchObject({ available: -25, reserved: 25 })
  expect(await stateOf(ana)).toEqual(['processing'])
  await rejectPayout(db, id, 'Reversed', at)
  expect(await balanceOf(ana)).toMatchObject({ available: 0, reserved: 0, lifetime: 0 })
})

test('an unknown number is named', async () => {
  expect(await markPaid(server.deps.db, [999_999], paid)).toEqual({
    done: [],
    refused: [{ id: 999_999, state: 'missing' }],
  })
})

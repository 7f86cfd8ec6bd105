import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bookSettlement, fundOrders } from '../../../../server/money/conversions/funding.ts'
import { addShop, moneyOf, selling, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

test('a payment for several people and the counting of clicks never wait for each other', async () => {
  const { db, sql } = server.deps
  const shop = await addShop(server, { minHoldHours: 0 })
  const people = [await signUp(server), await signUp(server)]
  const [first, last] = people.map(({ uuid }) => uuid).sort()
  // The oldest order belongs to the user who is locked last.
  const oldestFirst = people.sort((a, b) => b.uuid.localeCompare(a.uuid))
  for (const [index, person] of oldestFirst.entries()) {
    const { clickId } = await selling(server, shop, person)
    const ordered_at = new Date(Date.now() - (50 - index) * 60_000).toISOString()
    const order = { click_id: clickId, order_id: randomUUID(), amount: '100', ordered_at }
    expect((await tell(server, shop, { ...order, status: 'approved' })).status).toBe(200)
  }
  const at = new Date()
  const paid = { brandId: shop.id, cents: 2000, reference: 'all', at }
  await db.transaction((tx) => bookSettlement(tx, paid))
  const funding: Promise<number>[] = []
  await sql.begin(async (tx) => {
    await tx`select id from users where id = ${first} for no key update`
    funding.push(fundOrders(db, shop.id, at))
    await vi.waitFor(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
    await tx`select id from users where id = ${last} for no key update`
  })
  expect(await Promise.all(funding)).toEqual([2])
  for (const person of people)
    expect(await moneyOf(server, person)).toMatchObject({ available: 1000 })
})

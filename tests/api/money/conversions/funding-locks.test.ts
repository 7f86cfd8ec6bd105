import { expect, test, vi } from 'vitest'
import {
  addShop,
  moneyOf,
  selling,
  tell,
  newOrder,
  settle,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test('covering the orders of several creators cannot deadlock with counting their clicks', async () => {
  const { sql } = server.deps
  const shop = await addShop(server, { minHoldHours: 0 })
  const people = [await signUp(server), await signUp(server)]
  const [first, last] = people.map(({ uuid }) => uuid).sort()
  // The oldest order belongs to the user who is locked last.
  const oldestFirst = people.sort((a, b) => b.uuid.localeCompare(a.uuid))
  for (const [index, person] of oldestFirst.entries()) {
    const { clickId } = await selling(server, shop, person)
    const ordered_at = new Date(Date.now() - (50 - index) * 60_000).toISOString()
    const order = newOrder(clickId, { amount: '100', ordered_at, status: 'approved' })
    expect((await tell(server, shop, order)).status).toBe(200)
  }
  const funding: ReturnType<typeof settle>[] = []
  await sql.begin(async (tx) => {
    await tx`select id from users where id = ${first} for no key update`
    funding.push(settle(server, shop, 2000))
    await vi.waitFor(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
    await tx`select id from users where id = ${last} for no key update`
  })
  expect(await Promise.all(funding)).toMatchObject([{ covered: 2 }])
  for (const person of people)
    expect(await moneyOf(server, person)).toMatchObject({ available: 1000 })
})

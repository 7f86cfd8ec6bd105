import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { Rank } from '#contract/money/rank.ts'
import { rankOf } from '../../../server/rank/rank.ts'
import { addShop, DAY_MS, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(() => server.stop())

async function sold(ana: Person, amount: string, status = 'approved') {
  const { clickId } = await selling(server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount, status }
  expect((await tell(server, shop, order)).status).toBe(200)
  return order
}

const rank = async (ana: Person) =>
  (await (await ana.send('GET', '/v2/my/rank/')).json()) as v.InferOutput<typeof Rank>

test('the place is that by approved commissions of thirty days (R-416, R-417, D-53)', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => signUp(server)))
  const [ana, bob, cem, dan, eve] = people as [Person, Person, Person, Person, Person]
  expect(await rank(ana)).toEqual({})
  await sold(ana, '513')
  await sold(bob, '300')
  await sold(cem, '300')
  await sold(dan, '100')
  // Not approved yet, and reversed: neither counts.
  await sold(eve, '900', 'pending')
  const gone = await sold(dan, '800')
  await tell(server, shop, { ...gone, status: 'reversed', reason: 'Sent back' })

  const first = await rank(ana)
  expect(v.is(Rank, first)).toBe(true)
  expect(first).toMatchObject({
    rank: 1,
    total: 4,
    percentile: 100,
    earned: 51.3,
    next_rank_gap: null,
  })
  // $21.30 are missing, which would say what Ana has earned.
  expect(await rank(bob)).toMatchObject({ rank: 2, percentile: 33, earned: 30, next_rank_gap: 50 })
  expect(await rank(cem)).toMatchObject({ rank: 2 })
  expect(await rank(dan)).toMatchObject({ rank: 4, percentile: 0, next_rank_gap: 20 })
  expect(await rank(eve)).toEqual({})
  expect(Object.keys(first).sort()).toEqual(Object.keys(Rank.entries).sort())

  const month = new Date(Date.now() + 31 * DAY_MS)
  expect(await rankOf(server.deps.db, ana.uuid, month)).toEqual({})
})

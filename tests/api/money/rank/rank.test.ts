import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Rank } from '#contract/money/rank.ts'
import { rankOf } from '../../../../server/money/rank/rank.ts'
import { addShop, DAY_MS, selling, tell } from '#support/server/money/conversions.ts'
import { passDay, readRank } from '#support/server/money/ranking.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

async function sold(ana: Person, amount: string, status = 'approved') {
  const { clickId } = await selling(server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount, status }
  expect((await tell(server, shop, order)).status).toBe(200)
  return order
}

test('the rank is the position by approved commissions of thirty days (R-416, R-417, D-53)', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signUp(server)))
  const [ana, bob, cem, dan, eve, fay] = people as [Person, Person, Person, Person, Person, Person]
  expect(await readRank(ana)).toEqual({})
  await sold(ana, '513')
  await sold(bob, '300')
  await sold(cem, '300')
  await sold(dan, '100')
  await sold(fay, '499.90')
  // Pending and reversed orders do not count.
  await sold(eve, '900', 'pending')
  const gone = await sold(dan, '800')
  await tell(server, shop, { ...gone, status: 'reversed', reason: 'Sent back' })

  // Earnings of others count from midnight, a user's own at once.
  expect(await readRank(dan)).toMatchObject({ rank: 1, total: 1, percentile: 100, earned: 10 })
  await passDay(server)

  const first = await readRank(ana)
  expect(v.is(Rank, first)).toBe(true)
  expect(first).toMatchObject({
    rank: 1,
    total: 5,
    percentile: 100,
    earned: 51.3,
    next_rank_gap: null,
  })
  // Only Ana's step of $50 is visible, not her $51.30. Users on the same step share a place.
  const second = { rank: 2, total: 5, percentile: 25 }
  expect(await readRank(bob)).toMatchObject({ ...second, earned: 30, next_rank_gap: 20 })
  expect(await readRank(cem)).toMatchObject({ ...second, earned: 30, next_rank_gap: 20 })
  expect(await readRank(fay)).toMatchObject({ ...second, earned: 49.99, next_rank_gap: 0.01 })
  expect(await readRank(dan)).toMatchObject({ rank: 5, percentile: 0, next_rank_gap: 10 })
  expect(await readRank(eve)).toEqual({})
  expect(Object.keys(first).sort()).toEqual(Object.keys(Rank.entries).sort())

  // Earning the gap leads to the next place.
  await sold(bob, '200')
  expect(await readRank(bob)).toMatchObject({ rank: 1, earned: 50, next_rank_gap: null })

  // An order approved a day ago counts for 29 more days.
  const inDays = (days: number) =>
    rankOf(server.deps.db, ana.uuid, new Date(Date.now() + days * DAY_MS))
  expect(await inDays(28)).toMatchObject({ earned: 51.3 })
  expect(await inDays(30)).toEqual({})
})

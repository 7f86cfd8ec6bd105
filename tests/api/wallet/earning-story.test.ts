import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { EarningStory } from '#contract/money/wallet.ts'
import { addShop, DAY_MS, selling, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

test('every cent tells its story: click, day, base, rate, hold, and each change with its reason', async () => {
  const waiting = await addShop(server)
  const ana = await signUp(server)
  const { clickId } = await selling(server, waiting, ana)
  await server.deps.sql`
    update click_events set referrer = 'news.example', device = 'phone', country = 'DE'
    where id = ${clickId}`
  const ordered_at = new Date(Date.now() - 60_000).toISOString()
  const order = { click_id: clickId, order_id: randomUUID(), amount: '300', ordered_at }
  await tell(server, waiting, order)
  const [row] = await server.deps.sql<[{ id: number }]>`
    select id from conversions where order_id = ${order.order_id}`
  const told = async () => (await ana.send('GET', `/v1/bank/earnings/${row.id}/`)).json()
  expect(await told()).toMatchObject({
    amount: 30,
    base: 300,
    hold_ends_at: new Date(Date.parse(ordered_at) + 30 * DAY_MS).toISOString(),
  })
  await tell(server, waiting, { ...order, status: 'approved' })
  await tell(server, waiting, { ...order, amount: '200', status: 'approved', reason: 'One back' })
  await tell(server, waiting, { ...order, status: 'reversed', reason: 'All back' })
  const story: unknown = await told()
  expect(v.is(EarningStory, story)).toBe(true)
  expect(story).toMatchObject({
    click: { referrer: 'news.example', device: 'phone', country: 'DE' },
    attributed_by: 'click',
    base_kind: 'net',
    percentage: 10,
    original: null,
    hold_ends_at: null,
    funded_at: null,
    payouts: [],
    changes: [
      { what: 'Reported', why: '', by: 'Kitchen', amount: 30 },
      { what: 'Approved', why: '', by: 'Kitchen', amount: 0 },
      { what: 'Partly refunded', why: 'One back', by: 'Kitchen', amount: -10 },
      { what: 'Reversed', why: 'All back', by: 'Kitchen', amount: -20 },
    ],
  })
})

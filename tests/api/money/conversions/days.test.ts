import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(() => server.stop())

const day = async ({ uuid }: Person) => {
  const [row] = await server.deps.sql<{ orders: number; revenue: string; commission: string }[]>`
    select orders::int as orders, revenue_cents::text as revenue, commission_cents::text as commission
    from user_days where user_id = ${uuid} and dimension = 'all'`
  return row
}

test('an order, its refund and its reversal stand in the days of its person', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '80' }
  await tell(server, shop, order)
  await tell(server, shop, order)
  expect(await day(ana)).toEqual({ orders: 1, revenue: '8000', commission: '800' })
  await tell(server, shop, { ...order, status: 'approved' })
  await tell(server, shop, { ...order, status: 'approved', amount: '30', reason: 'One came back' })
  expect(await day(ana)).toEqual({ orders: 1, revenue: '3000', commission: '300' })
  await tell(server, shop, { ...order, status: 'reversed', reason: 'All came back' })
  expect(await day(ana)).toEqual({ orders: 0, revenue: '0', commission: '0' })
})

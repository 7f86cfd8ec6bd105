import { expect, test } from 'vitest'
import { addShop, tell, addSeller, approved, reversed } from '#support/server/money/conversions.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

const day = async ({ uuid }: Person) => {
  const [row] = await server.deps.sql<{ orders: number; revenue: string; commission: string }[]>`
    select orders::int as orders, revenue_cents::text as revenue, commission_cents::text as commission
    from user_days where user_id = ${uuid} and dimension = 'all'`
  return row
}

test('an order, its refund and its reversal change the creator’s daily sums', async () => {
  const { ana, order } = await addSeller(server, shop)
  await tell(server, shop, order)
  await tell(server, shop, order)
  expect(await day(ana)).toEqual({ orders: 1, revenue: '8000', commission: '800' })
  await tell(server, shop, approved(order))
  await tell(server, shop, { ...approved(order), amount: '30', reason: 'One came back' })
  expect(await day(ana)).toEqual({ orders: 1, revenue: '3000', commission: '300' })
  await tell(server, shop, reversed(order))
  expect(await day(ana)).toEqual({ orders: 0, revenue: '0', commission: '0' })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addShop, moneyOf, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const kitchen = await addShop(server)
const lamps = await addShop(server, { name: 'Lamps' })

async function sell(person: Person, shop: Shop, amount: string) {
  const { clickId } = await selling(server, shop, person)
  const order = { order_id: randomUUID(), click_id: clickId, amount }
  expect((await tell(server, shop, order)).status).toBe(200)
  return order
}

const own = async (person: Person, shop: { id: string }) =>
  (await person.send('GET', `/v2/my/organizations/${shop.id}/own/`)).json()

test('a creator sees only their own sales and earnings with a brand', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await sell(ana, kitchen, '100.50')
  const back = await sell(ana, kitchen, '40')
  await tell(server, kitchen, { ...back, status: 'reversed', reason: 'Sent back' })
  await sell(ana, lamps, '7')
  await sell(ben, kitchen, '900')
  expect(await own(ana, kitchen)).toEqual({
    orders: 1,
    sold: 100.5,
    earned: 10.05,
    links: 2,
    codes: [],
  })
  expect(await own(ana, lamps)).toEqual({ orders: 1, sold: 7, earned: 0.7, links: 1, codes: [] })
  // The sum of both brands equals the balance in the ledger.
  expect(await moneyOf(server, ana)).toEqual({ pending: 1075 })
  const carl = await signUp(server)
  expect(await own(carl, kitchen)).toEqual({ orders: 0, sold: 0, earned: 0, links: 0, codes: [] })
  expect((await carl.send('GET', `/v2/my/organizations/${randomUUID()}/own/`)).status).toBe(404)
})

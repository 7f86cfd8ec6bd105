import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addClick, addShop, addShopLink, HOUR_MS, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

test.each([
  ['in the moment of its click', 0, 'too-quick'],
  ['within five seconds', 4999, 'too-quick'],
  ['after five seconds', 5000, null],
])('an order %s is held for review, and no other', async (_, ms, rule) => {
  const link = await addShopLink(server, shop, await signUp(server))
  const at = new Date(Date.now() - HOUR_MS)
  const order_id = randomUUID()
  const ordered_at = new Date(at.getTime() + ms).toISOString()
  const click_id = await addClick(server, link, { at })
  const told = await tell(server, shop, { click_id, order_id, amount: '80', ordered_at })
  expect(told.status).toBe(200)
  const rows = await server.deps.sql`
    select hold_rule as rule from conversions where order_id = ${order_id}`
  expect(rows).toEqual([{ rule }])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, moneyOf, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
const watched = watchStatements()
beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server)
})
afterAll(async () => {
  watched.stop()
  await server.stop()
})

const order = (clickId: string) => ({
  click_id: clickId,
  order_id: randomUUID(),
  amount: '80.00',
})

/** What a statement is for, by the first tables that it names. */
const subjectOf = (text: string) =>
  /(?:insert into|update|(?<!epoch )from|join) "?(\w+)"?/.exec(text)?.[1] ?? text

test('an order of somebody who has earned before is seven ways to the database', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  await tell(server, shop, order(clickId))
  watched.forget()
  expect((await tell(server, shop, order(clickId))).status).toBe(200)
  expect(watched.texts().map(subjectOf)).toEqual([
    // Whether this address has tried keys, and whose this key is.
    'throttle',
    // Whether its brand sends too much, and whose order it is.
    'throttle',
    'begin',
    'ledger_owners',
    'brand_rates',
    // All that an order leaves behind, what its person is told, and the call as it came.
    'conversions',
    'commit',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

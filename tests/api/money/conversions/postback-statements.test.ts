import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../../../server/platform/db/client.ts'
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

/** Returns the first table that a statement names. */
const subjectOf = (text: string) =>
  /(?:insert into|update|(?<!epoch )from|join) "?(\w+)"?/.exec(text)?.[1] ?? text

async function statementsOf(of: Shop, clickId: string) {
  watched.forget()
  expect((await tell(server, of, order(clickId))).status).toBe(200)
  return watched.texts().map(subjectOf)
}

/** Returns the generic plans, which do not depend on parameter values. */
async function plansOf(texts: string[]): Promise<string[]> {
  const pool = openPool(server.database.address, { max: 1 })
  const plans: string[] = []
  for (const text of texts) {
    const { rows } = await pool.query<[string]>({
      text: `explain (generic_plan) ${text}`,
      rowMode: 'array',
    })
    plans.push(rows.flat().join('\n'))
  }
  await pool.end()
  return plans
}

test('an order of somebody who has earned before is two ways to the database', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  await tell(server, shop, order(clickId))
  expect(await statementsOf(shop, clickId)).toEqual([
    // Reads the key, the brand's rate limit, the owner of the click and the reasons for a review.
    'postback_keys',
    // Locks the owner and writes the order, its entries, the notification and the log of the call.
    'ledger_owners',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

test('no order reads all others, also where the database still thinks that there are none', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  await tell(server, shop, order(clickId))
  await statementsOf(shop, clickId)
  for (const plan of await plansOf(watched.texts())) {
    expect(plan).toContain('conversions')
    expect(plan).not.toContain('Seq Scan on conversions')
  }
})

test('with a key that was never used here it is seven', async () => {
  const ana = await signUp(server)
  const first = await selling(server, shop, ana)
  await tell(server, shop, order(first.clickId))
  const other = await addShop(server)
  const { clickId } = await selling(server, other, ana)
  expect(await statementsOf(other, clickId)).toEqual([
    'postback_keys',
    'throttle',
    'begin',
    'ledger_owners',
    'brand_rates',
    'conversions',
    'commit',
  ])
})

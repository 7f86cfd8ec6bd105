import { afterAll, expect, test } from 'vitest'
import { openPool } from '../../../../server/platform/db/client.ts'
import {
  addShop,
  moneyOf,
  selling,
  tell,
  type Shop,
  addSeller,
  newOrder,
} from '#support/server/money/conversions.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'

const watched = watchStatements()
afterAll(() => watched.stop())
const server = await startTestServer()
const shop = await addShop(server)

/** Returns the first table that a statement names. */
const subjectOf = (text: string) =>
  /(?:insert into|update|(?<!epoch )from|join) "?(\w+)"?/.exec(text)?.[1] ?? text

async function statementsOf(of: Shop, clickId: string) {
  watched.forget()
  expect((await tell(server, of, newOrder(clickId))).status).toBe(200)
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

test('an order of a creator who has earned before takes two round trips to the database', async () => {
  const { ana, clickId, order } = await addSeller(server, shop)
  await tell(server, shop, order)
  expect(await statementsOf(shop, clickId)).toEqual([
    // Reads the key, the brand's rate limit, the owner of the click and the reasons for a review.
    'postback_keys',
    // Locks the owner and writes the order, its entries, the notification and the log of the call.
    'jsonb_array_elements',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 1600 })
})

test('no statement of an order scans the whole table, even without table statistics', async () => {
  const { clickId, order } = await addSeller(server, shop)
  await tell(server, shop, order)
  await statementsOf(shop, clickId)
  for (const plan of await plansOf(watched.texts())) {
    expect(plan).toContain('conversions')
    expect(plan).not.toContain('Seq Scan on conversions')
    // This index would read all orders of the brand to find one.
    expect(plan).not.toContain('conversions_brand ')
  }
})

test('the first order with a key takes seven round trips', async () => {
  const { ana, order } = await addSeller(server, shop)
  await tell(server, shop, order)
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

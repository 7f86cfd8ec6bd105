import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addShop, moneyOf, selling, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server)

const MIGRATION = readFileSync('server/platform/db/migrations/0057_order-forms.sql', 'utf8')

/** Stores orders under these ids, as an earlier version did, and runs the migration. */
async function migrateOrders(...ids: string[]) {
  const ana = await signUp(server)
  const { clickId } = await selling(server, shop, ana)
  const order = (order_id: string) => ({ click_id: clickId, order_id, amount: '10' })
  const { sql } = server.deps
  await sql`drop index conversions_order`
  for (const id of ids) {
    const placeholder = randomUUID()
    await tell(server, shop, order(placeholder))
    await sql`update conversions set order_id = ${id} where order_id = ${placeholder}`
  }
  await sql`create unique index conversions_order on conversions (brand_id, order_id)`
  await server.deps.db.transaction(async (tx) => {
    for (const text of MIGRATION.split('--> statement-breakpoint')) await tx.execute(text)
  })
  const rows = await sql<{ order_id: string }[]>`
    select order_id from conversions where user_id = ${ana.uuid} order by id`
  return { ana, order, stored: rows.map(({ order_id }) => order_id) }
}

test.each([
  ['invisible characters', 'ab\u200b\u{e0001}12', 'ab12'],
  ['Unicode form', 'cafe\u0301-1', 'caf\u00e9-1'],
  ['width and case', '\uff21\uff11', 'a1'],
  ['spaces around', '\u00a0A-2\u2028', 'A-2'],
])('a stored order is found by an id of other %s', async (_, stored, sent) => {
  const { ana, order } = await migrateOrders(stored)
  const reversed = { ...order(sent), status: 'reversed', reason: 'Sent back' }
  expect((await tell(server, shop, reversed)).body.status).toBe('reversed')
  expect(Object.values(await moneyOf(server, ana)).every((cents) => cents === 0)).toBe(true)
})

test('of orders stored twice each keeps its money, and the first one its id', async () => {
  const { ana, stored } = await migrateOrders('tw\u00adice', 'TWICE', '\u200b', 'other')
  expect(stored).toEqual([
    'twice',
    expect.stringMatching(/^TWICE #\d+$/) as unknown,
    '\u200b',
    'other',
  ])
  expect(await moneyOf(server, ana)).toEqual({ pending: 400 })
})

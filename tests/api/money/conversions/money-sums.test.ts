import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noProgress } from '../../../../server/operator/backup/progress.ts'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { writeBackup } from '../../../../server/operator/backup/write-backup.ts'
import { bookSettlement, fundOrders } from '../../../../server/money/conversions/funding.ts'
import { allMigrations } from '../../../../server/platform/db/migrate.ts'
import type { DbAddress } from '../../../../server/platform/db/client.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { runStatement, emptyPlace } from '#support/server/installations.ts'
import {
  addShop,
  settleLater,
  selling,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let paying: Shop
let sure: Shop
let ana: Person
beforeAll(async () => {
  server = await createTestServer()
  const quick = { minHoldHours: 0, returnDays: 0 }
  paying = await addShop(server, { name: 'Paying', ...quick })
  sure = await addShop(server, { name: 'Sure', pays: 'guaranteed', ...quick })
  ana = await signUp(server)
  await sell()
})
afterAll(() => server.stop())

/**
 * Creates orders that are funded, funded and refunded, funded and reversed, waiting for funds,
 * guaranteed, and pending.
 */
async function sell() {
  const { db } = server.deps
  const order = async (shop: Shop, amount: string) => {
    const { clickId } = await selling(server, shop, ana)
    const body = { click_id: clickId, order_id: randomUUID(), amount, status: 'approved' }
    expect((await tell(server, shop, body)).status).toBe(200)
    return body
  }
  await order(paying, '100')
  const refunded = await order(paying, '200')
  const reversed = await order(paying, '300')
  const at = new Date()
  const paid = { brandId: paying.id, cents: 7000, reference: 'all', at }
  await db.transaction((tx) => bookSettlement(tx, paid))
  expect(await fundOrders(db, paying.id, at)).toBe(3)
  await tell(server, paying, { ...refunded, amount: '150', reason: 'Part of it' })
  await tell(server, paying, { ...reversed, status: 'reversed', reason: 'Sent back' })
  await order(paying, '900')
  await order(sure, '50')
  const { clickId } = await selling(server, sure, ana)
  await tell(server, sure, { click_id: clickId, order_id: randomUUID(), amount: '70' })
  await settleLater(server, 0)
}

/**
 * Expected sums: 10 and 15 of 70 dollars are used; 100, 150, 900 and 50 dollars are final sales.
 */
const RIGHT = { funds: [{ settled: 7000, funded: 2500 }], sales: [{ cents: 120_000 }] }

async function sumsAt(address: DbAddress) {
  const [funds, sales] = [
    `select settled_cents::int as settled, funded_cents::int as funded from brand_funds`,
    `select cents::int as cents from bonus_sales`,
  ]
  return { funds: await runStatement(address, funds), sales: await runStatement(address, sales) }
}

test('what brands have paid and used, and what counts for a bonus, is added up as it changes', async () => {
  expect(await sumsAt(server.database.address)).toEqual(RIGHT)
})

test('a restore brings the sums back as they were', async () => {
  const place = await emptyPlace()
  try {
    const path = join(server.deps.config.dataDir, 'sums.backup')
    await writeBackup(server.deps, path, { passphrase: null, progress: noProgress })
    const log = createLog('error')
    await restoreBackup(
      { path, passphrase: null },
      { config: place.config, log, progress: noProgress },
    )
    expect(await sumsAt(place.address)).toEqual(RIGHT)
  } finally {
    await place.remove()
  }
})

test('an update adds up what an earlier version has left, and goes on from there', async () => {
  const { address } = server.database
  const added = allMigrations().find(({ sql }) => sql.join().includes('CREATE TABLE "brand_funds"'))
  // Restores the schema as it was before that migration, and keeps the rows.
  for (const text of [
    'drop table brand_funds, bonus_sales',
    'drop function add_funds, add_bonus_sales cascade',
    'drop function bonus_cents',
    'drop index conversions_free, conversions_unfunded, conversions_doubted, conversions_open',
    `create index conversions_least on conversions (min_hold_ends_at) where state = 'approved'`,
  ])
    await runStatement(address, text)
  for (const text of added?.sql ?? []) await runStatement(address, text)
  expect(await sumsAt(address)).toEqual(RIGHT)
  const at = new Date()
  const paid = { brandId: paying.id, cents: 4500, reference: 'rest', at }
  await server.deps.db.transaction((tx) => bookSettlement(tx, paid))
  expect(await fundOrders(server.deps.db, paying.id, at)).toBe(1)
  expect(await sumsAt(address)).toEqual({
    ...RIGHT,
    funds: [{ settled: 11_500, funded: 11_500 }],
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noProgress } from '../../../../server/operator/backup/progress.ts'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { writeBackup } from '../../../../server/operator/backup/write-backup.ts'
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
  newOrder,
  settle,
  reversed,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const quick = { minHoldHours: 0, returnDays: 0 }
const paying = await addShop(server, { name: 'Paying', ...quick })
const sure = await addShop(server, { name: 'Sure', pays: 'guaranteed', ...quick })
const ana = await signUp(server)
await sell()

/**
 * Creates orders that are funded, funded and refunded, funded and reversed, waiting for funds,
 * guaranteed, and pending.
 */
async function sell() {
  const order = async (shop: Shop, amount: string) => {
    const { clickId } = await selling(server, shop, ana)
    const body = newOrder(clickId, { amount, status: 'approved' })
    expect((await tell(server, shop, body)).status).toBe(200)
    return body
  }
  await order(paying, '100')
  const refunded = await order(paying, '200')
  const sentBack = await order(paying, '300')
  expect((await settle(server, paying, 7000)).covered).toBe(3)
  await tell(server, paying, { ...refunded, amount: '150', reason: 'Part of it' })
  await tell(server, paying, reversed(sentBack))
  await order(paying, '900')
  await order(sure, '50')
  const { clickId } = await selling(server, sure, ana)
  await tell(server, sure, newOrder(clickId, { amount: '70' }))
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

test('sums of brand funds and of sales for the bonus follow each change', async () => {
  expect(await sumsAt(server.database.address)).toEqual(RIGHT)
})

test('a restore keeps the sums', async () => {
  const place = await emptyPlace()
  try {
    const path = join(server.deps.config.dataDir, 'sums.backup')
    await writeBackup(server.deps, path, {
      passphrase: 'unlike words for a backup',
      progress: noProgress,
    })
    const log = createLog('error')
    await restoreBackup(
      { path, passphrase: 'unlike words for a backup' },
      { config: place.config, log, progress: noProgress },
    )
    expect(await sumsAt(place.address)).toEqual(RIGHT)
  } finally {
    await place.remove()
  }
})

test('the migration computes the sums from existing rows', async () => {
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
  expect((await settle(server, paying, 4500)).covered).toBe(1)
  expect(await sumsAt(address)).toEqual({ ...RIGHT, funds: [{ settled: 11_500, funded: 11_500 }] })
})

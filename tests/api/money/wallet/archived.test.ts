import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addVouchers } from '../../../../server/money/wallet/import-vouchers.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  addCharity,
  addInstantShop,
  addVendor,
  balanceOf,
  addEarner,
  redeem,
  VOUCHER,
} from '#support/server/money/wallet.ts'

const server = await startTestServer()

type Offered = { id: number; vendor_id?: number }

test('archived gift cards and organizations are neither offered nor usable (R-401, R-405, R-406)', async () => {
  const ana = await addEarner(server, await addInstantShop(server), 60)
  const [charity, vendor] = [await addCharity(server), await addVendor(server)]
  const { db, secrets, sql } = server.deps
  const card = { valueCents: 2500, code: randomUUID(), pin: '', country: '', endsOn: null }
  await db.transaction((tx) => addVouchers(tx, secrets, vendor.id, [card]))
  const idsOf = async (path: string) => {
    const { results } = await ana.get<{ results: Offered[] }>(path)
    return results.map(({ id, vendor_id }) => vendor_id ?? id)
  }
  const offered = async () => [
    (await idsOf('/v1/shop/charity_organisations')).includes(charity.id),
    (await idsOf('/v1/shop/vendors')).includes(vendor.id),
    (await idsOf('/v1/shop/vouchers')).includes(vendor.id),
  ]
  expect(await offered()).toEqual([true, true, true])
  const [voucher] = await sql<[{ id: number }]>`
    select id from vouchers where vendor_id = ${vendor.id}`
  await sql`update charities set archived_at = now() where id = ${charity.id}`
  await sql`update gift_card_vendors set archived_at = now() where id = ${vendor.id}`
  expect(await offered()).toEqual([false, false, false])
  const given = await redeem(ana, { value: 10, charity_id: charity.id })
  expect(given.body.errors).toEqual({ charity_id: ['Choose one of the charities.'] })
  const taken = await redeem(ana, { voucher_id: voucher.id }, { path: VOUCHER })
  expect(taken.body.errors).toEqual({ voucher_id: ['This gift card is sold out.'] })
  expect(await balanceOf(ana)).toMatchObject({ available: 60, reserved: 0, redeemed: 0 })
})

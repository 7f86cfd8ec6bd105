import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockLink } from '../../../../server/operator/reports/link-blocks.ts'
import { blockPage } from '../../../../server/operator/reports/page-blocks.ts'
import { approvePayouts, markPaid } from '../../../../server/money/wallet/payouts.ts'
import { addShop, DAY_MS, settleLater, selling, tell } from '#support/server/money/conversions.ts'
import { balanceOf, confirm, redeem } from '#support/server/money/wallet.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const shop = await addShop(server, { pays: 'guaranteed', minHoldHours: 0, holdDays: 5 })

const block = { why: 'It sells nothing', rule: 'No fraud', contact: '' }

test('a creator with blocked links and page still sees and receives their money', async () => {
  const { db } = server.deps
  const ana = await signUp(server)
  await confirm(server, ana)
  const { link, clickId } = await selling(server, shop, ana)
  const order = (amount: string) => ({ click_id: clickId, order_id: randomUUID(), amount })
  await tell(server, shop, order('300'))
  const { slug } = await addPage(ana)

  expect(await blockLink(db, link.shortCode, block)).toBe(true)
  expect(await blockPage(db, slug, block)).toBe(true)

  // The click was before the block; the order arrives after it.
  expect((await tell(server, shop, order('200'))).status).toBe(200)
  expect(await balanceOf(ana)).toMatchObject({ pending: 50, held: 0, available: 0 })
  await settleLater(server, 6 * DAY_MS)
  expect(await balanceOf(ana)).toMatchObject({ pending: 0, available: 50 })

  const { status, body } = await redeem(ana, { value: 50 })
  expect(status).toBe(201)
  const at = new Date()
  await approvePayouts(db, [body.result.id], at)
  await markPaid(db, [body.result.id], { reference: 'PP-1', feeCents: 0, at })
  expect(await balanceOf(ana)).toMatchObject({ available: 0, reserved: 0, redeemed: 50 })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EarningDetail } from '#contract/money/earnings.ts'
import { addShop, selling, tell } from '#support/server/money/conversions.ts'
import { runOperator } from '#support/server/money/market.ts'
import { signUp } from '#support/server/people.ts'
import { redeem } from '../../../../server/money/wallet/redeem.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test('an earning names its payout requests, in the order of the payouts', async () => {
  const ana = await signUp(server)
  const { sql } = server.deps
  await sql`update users set email_confirmed_at = now() where id = ${ana.uuid}`
  await sql`
    insert into wallets (user_id, paypal_email) values (${ana.uuid}, 'ana@pay.example')
    on conflict (user_id) do update set paypal_email = excluded.paypal_email`
  const shop = await addShop(server, { pays: 'guaranteed', minHoldHours: 0, returnDays: 0 })
  const { clickId } = await selling(server, shop, ana)
  const earn = async (amount: string) => {
    const order = { click_id: clickId, order_id: randomUUID(), amount, status: 'approved' }
    expect((await tell(server, shop, order)).status).toBe(200)
    const [row] = await sql<[{ id: number }]>`select max(id) as id from conversions`
    return row.id
  }
  const payoutsOf = async (id: number) => {
    const { payouts } = await ana.get<EarningDetail>(`/v1/bank/earnings/${id}/`)
    return payouts.map(({ number, amount, paid_at }) => [
      number.slice(-1),
      amount,
      paid_at !== null,
    ])
  }
  const [first, second] = [await earn('100'), await earn('100')]
  expect(await payoutsOf(first)).toEqual([])
  await redeem(server.deps, ana.uuid, { value: 10 }, new Date())
  await runOperator({ stage: server }, ['payouts', 'approve', 1], {})
  await runOperator({ stage: server }, ['payouts', 'paid', 1], { ref: 'T', fee: '0' })
  expect(await payoutsOf(first)).toEqual([['1', 10, true]])
  expect(await payoutsOf(second)).toEqual([])
  const third = await earn('250')
  await redeem(server.deps, ana.uuid, { value: 25 }, new Date())
  expect(await payoutsOf(first)).toEqual([['1', 10, true]])
  expect(await payoutsOf(second)).toEqual([['2', 10, false]])
  expect(await payoutsOf(third)).toEqual([['2', 15, false]])
  // A rejected payout has paid nothing.
  await runOperator({ stage: server }, ['payouts', 'rejected', 2], { why: 'No' })
  expect(await payoutsOf(second)).toEqual([])
})

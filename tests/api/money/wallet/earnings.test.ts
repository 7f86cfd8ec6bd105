import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Earnings } from '#contract/money/earnings.ts'
import { addShop, DAY_MS, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addInstantShop, balanceOf, confirm, earn } from '#support/server/money/wallet.ts'

const server = await startTestServer()
const shop = await addInstantShop(server)

test('earnings are listed by state (R-394, R-395, R-400, R-408)', async () => {
  const waiting = await addShop(server)
  const ana = await signUp(server)
  await confirm(server, ana)
  const { link, clickId } = await selling(server, waiting, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount: '120' }
  await tell(server, waiting, order)
  const list = (name: string) => ana.get<Earnings>(`/v1/bank/${name}/`)
  const pending = await list('pending_earnings')
  expect(v.is(Earnings, pending)).toBe(true)
  expect(pending).toMatchObject({ count: 1, total: 12, next: null })
  expect(pending.results[0]).toMatchObject({
    amount: 12,
    kind: 'commission',
    state: 'pending',
    link_uuid: link.id,
    link_name: 'Lamp',
    organization: { name: 'Kitchen' },
    held: null,
  })
  await tell(server, waiting, { ...order, status: 'approved' })
  expect((await list('pending_earnings')).results[0]).toMatchObject({
    state: 'approved',
    waits_for_brand: true,
    expected_at: null,
  })
  expect((await balanceOf(ana)).waiting_for).toMatchObject([
    { organization: { name: 'Kitchen' }, amount: 12 },
  ])
  await earn(server, shop, ana, 30)
  expect(await list('available_earnings')).toMatchObject({ count: 1, total: 30 })
  expect(await balanceOf(ana)).toMatchObject({ available: 30, pending: 12, lifetime: 42 })
})

test('earnings have pages, each earning once, newest first, with one total (R-400, A-133)', async () => {
  const ana = await signUp(server)
  const waiting = await addShop(server)
  for (const of of [waiting, shop])
    for (const amount of ['10', '20', '30']) {
      const { clickId } = await selling(server, of, ana)
      const status = of === shop ? 'approved' : 'pending'
      await tell(server, of, { click_id: clickId, order_id: randomUUID(), amount, status })
    }
  const read = async (path: string) => v.parse(Earnings, await ana.get(path))
  for (const list of ['pending_earnings', 'available_earnings']) {
    const first = await read(`/v1/bank/${list}/?page_size=2`)
    const second = await read(first.next ?? '')
    const amounts = [first, second].map(({ results }) => results.map(({ amount }) => amount))
    expect(amounts).toEqual([[3, 2], [1]])
    const heads = [first, second].map(({ count, total, next }) => [count, total, next !== null])
    expect(heads).toEqual([
      [3, 6, true],
      [3, 6, false],
    ])
  }
})

test('the next clearance is shown with its day, and without one while it waits for a brand (R-394)', async () => {
  const ana = await signUp(server)
  const orderedAt = Date.now() - 60_000
  const sold = async (of: Shop, amount: string) => {
    const { clickId } = await selling(server, of, ana)
    const ordered_at = new Date(orderedAt).toISOString()
    const order = { click_id: clickId, order_id: randomUUID(), amount, ordered_at }
    expect((await tell(server, of, order)).status).toBe(200)
    return order
  }
  const next = async () => (await balanceOf(ana)).clears_next
  const inDays = (days: number) => new Date(orderedAt + days * DAY_MS).toISOString()
  await sold(await addShop(server, { holdDays: 1, minHoldHours: 0 }), '50')
  expect(await next()).toBeNull()
  const sure = { pays: 'guaranteed', minHoldHours: 72 } as const
  const slow = await addShop(server, { ...sure, holdDays: 20 })
  const first = await sold(slow, '20')
  expect(await next()).toEqual({ amount: 2, at: inDays(20) })
  await sold(await addShop(server, { ...sure, holdDays: 10 }), '30')
  expect(await next()).toEqual({ amount: 3, at: inDays(10) })
  // After approval by the brand, only the minimum hold remains.
  await tell(server, slow, { ...first, status: 'approved' })
  expect(await next()).toEqual({ amount: 2, at: inDays(3) })
})

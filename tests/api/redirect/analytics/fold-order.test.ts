import { expect, test } from 'vitest'
import { analytics, order } from '#support/server/money/analytics.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test('an order, its corrections and its reversal add up on the day it was ordered (R-385)', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const at = new Date('2026-05-12T23:59:00Z')
  const from = { linkId: link.uuid, at, referrer: 'news.example', device: 'phone', country: 'DE' }
  await order(server, ana, from)
  await order(server, ana, { ...from, orders: 0, revenueCents: -2550, commissionCents: -255 })
  const half = { conversions: 1, revenue: 74.5, commissions: 7.45 }
  const day = { date_from: '2026-05-12', date_to: '2026-05-12' }
  for (const [group_by, key] of [
    ['day', '2026-05-12'],
    ['link', link.uuid],
    ['referrer', 'news.example'],
    ['device', 'phone'],
    ['country', 'DE'],
    ['tag', ''],
  ] as const) {
    const found = await analytics(ana, { ...day, group_by })
    expect(found.totals).toMatchObject(half)
    expect(found.results).toEqual([expect.objectContaining({ key, ...half })])
    const ofLink = await analytics(ana, { ...day, group_by, link_uuid: link.uuid })
    expect(ofLink.results).toEqual(found.results)
  }
  await order(server, ana, { ...from, orders: -1, revenueCents: -7450, commissionCents: -745 })
  const totals = { conversions: 0, revenue: 0, commissions: 0 }
  expect(await analytics(ana, day)).toMatchObject({ results: [], totals })
})

test('an order without a link counts for its creator, an order of a deleted creator for nobody', async () => {
  const ana = await signUp(server)
  await order(server, ana)
  const found = await analytics(ana, { group_by: 'link' })
  expect(found.results).toMatchObject([{ key: '', label: 'Without a link', conversions: 1 }])
  expect((await analytics(ana, { group_by: 'tag' })).totals.conversions).toBe(1)
  await order(server, { uuid: '00000000-0000-4000-8000-000000000000' })
})

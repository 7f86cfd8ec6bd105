import { describe, expect } from 'vitest'
import type { GroupBy } from '#contract/analytics.ts'
import { ask, expectRefused } from '#support/server/asking.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { ANALYTICS, analytics, changeTimeZone, order } from '#support/server/money/analytics.ts'
import { signUp } from '#support/server/people.ts'
import { visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { MAX_DAYS } from '#contract/analytics.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const test = withPeople(server)

const click = (code: string, address: string, headers: Record<string, string> = {}) =>
  visit(server, `/s/${code}`, { headers: { 'X-Forwarded-For': address, ...headers } })

test('real clicks and an order are counted, by link, tag, referrer and device (R-383, R-385)', async () => {
  const ana = await signUp(server)
  const lamp = await addLink(ana, 'https://shop.example/lamp')
  const sofa = await addLink(ana, 'https://shop.example/sofa')
  await editLink(ana, lamp, { name: 'Lamp', tags: ['light', 'home'] })
  await click(lamp.short_code, '198.51.100.1', { Referer: 'https://www.news.example/a?b' })
  await click(lamp.short_code, '198.51.100.2')
  await click(lamp.short_code, '198.51.100.2')
  await click(lamp.short_code, '198.51.100.3', { 'User-Agent': 'Googlebot/2.1' })
  await click(sofa.short_code, '198.51.100.4', { Purpose: 'prefetch' })
  await order(server, ana, { linkId: lamp.uuid, device: 'phone' })

  const { results, totals, before, period, ...rest } = await analytics(ana)
  const sums = { clicks: 2, people: 2, conversions: 1, revenue: 100, commissions: 10 }
  expect(totals).toEqual({
    ...sums,
    conversions_per_100_clicks: 50,
    apart: { bots: 1, previews: 1, duplicates: 1, own: 0 },
  })
  expect(before).toMatchObject({ clicks: 0, conversions_per_100_clicks: null })
  expect(period).toMatchObject({ time_zone: 'UTC', days: 1, date_to: period.today })
  expect(results).toMatchObject([{ key: period.today, ...sums }])
  expect(rest).toEqual({
    next: null,
    count: 1,
    link_name: null,
    knows_countries: false,
    before_split: 0,
  })

  const by = async (group_by: GroupBy) => {
    const { results: rows } = await analytics(ana, { group_by })
    return rows.map(({ key, label, clicks }) => [key, label, clicks])
  }
  expect(await by('link')).toEqual([[lamp.uuid, 'Lamp', 2]])
  expect(await by('tag')).toEqual([
    ['home', 'home', 2],
    ['light', 'light', 2],
  ])
  expect(await by('referrer')).toEqual([
    ['', 'Direct or unknown', 1],
    ['news.example', 'news.example', 1],
  ])
  expect(await by('device')).toEqual([['phone', 'Phone', 2]])
  expect(await by('country')).toEqual([['', 'Unknown', 2]])
})

test('analytics are filtered by link, tags and days (R-384)', async ({ ana }) => {
  const lamp = await addLink(ana, 'https://shop.example/lamp')
  const sofa = await addLink(ana, 'https://shop.example/sofa')
  await editLink(ana, lamp, { tags: ['light'] })
  await click(lamp.short_code, '198.51.100.1')
  await click(sofa.short_code, '198.51.100.1')
  await click(sofa.short_code, '198.51.100.2')
  const clicks = async (body: object) => (await analytics(ana, body)).totals.clicks
  expect(await clicks({ link_uuid: lamp.uuid })).toBe(1)
  expect(await clicks({ link_uuid: sofa.uuid })).toBe(2)
  expect(await clicks({ tags: ['light', 'other'] })).toBe(1)
  expect(await clicks({ tags: ['other'] })).toBe(0)
  expect(await clicks({ tags: ['light'], link_uuid: sofa.uuid })).toBe(0)
  expect(await clicks({ date_to: '2020-01-01' })).toBe(0)
})

test('analytics by tag use the current tags', async ({ ana }) => {
  const lamp = await addLink(ana)
  await click(lamp.short_code, '198.51.100.1')
  await editLink(ana, lamp, { tags: ['later'] })
  const { results } = await analytics(ana, { group_by: 'tag' })
  expect(results).toMatchObject([{ key: 'later', clicks: 1 }])
})

test('analytics compare with the same number of days before, and are paged', async ({ ana }) => {
  for (const day of ['2026-05-08', '2026-05-09', '2026-05-10', '2026-05-11'])
    await order(server, ana, { at: new Date(`${day}T12:00:00Z`) })
  const span = { date_from: '2026-05-10', date_to: '2026-05-12' }
  const first = await analytics(ana, { ...span, page_size: 1 })
  expect(first).toMatchObject({ next: 2, count: 2, period: { days: 3 } })
  expect(first.results).toMatchObject([{ key: '2026-05-11' }])
  const second = await analytics(ana, { ...span, page_size: 1, page: 2 })
  expect(second).toMatchObject({ next: null, results: [{ key: '2026-05-10' }] })
  expect([second.totals.conversions, second.before.conversions]).toEqual([2, 2])
})

test('without a first day analytics begin with the first data', async ({ ana }) => {
  await order(server, ana, { at: new Date('2026-05-08T12:00:00Z') })
  const { period } = await analytics(ana, { date_to: '2026-05-12' })
  expect(period).toMatchObject({ date_from: '2026-05-08', days: 5 })
  await order(server, ana, { at: new Date('2001-05-08T12:00:00Z') })
  expect((await analytics(ana, {})).period.days).toBe(MAX_DAYS)
})

describe('invalid requests', () => {
  test('are refused on their field', async ({ ana }) => {
    const wrong: [string, object][] = [
      ['date_from', { date_from: '12.5.2026' }],
      ['date_to', { date_to: '2026-02-30' }],
      ['date_to', { date_from: '2026-05-12', date_to: '2026-05-11' }],
      ['date_from', { date_from: '2020-01-01', date_to: '2026-01-01' }],
      ['group_by', { group_by: 'browser' }],
      ['tags', { tags: 'lamp' }],
      ['page_size', { page_size: 0 }],
      ['link_uuid', { link_uuid: 'lamp' }],
    ]
    for (const [field, body] of wrong)
      await expectRefused(ask(ana, 'POST', ANALYTICS, body), field, body)
  })

  test('for another person’s link are a 404, and their clicks are not included', async () => {
    const [ana, ben] = [await signUp(server), await signUp(server)]
    const lamp = await addLink(ana)
    await click(lamp.short_code, '198.51.100.1')
    const foreign = await ask(ben, 'POST', ANALYTICS, { link_uuid: lamp.uuid })
    expect(foreign).toEqual({ status: 404, body: {} })
    expect((await analytics(ben)).totals.clicks).toBe(0)
  })
})

describe('the time zone', () => {
  test('is set by the first browser and not changed by another', async ({ ana }) => {
    const facts = (zone: string) =>
      ana.send('GET', `/v2/my/facts/?time_zone=${encodeURIComponent(zone)}`)
    const zone = async () => (await analytics(ana)).period.time_zone
    for (const odd of ['', 'Nowhere/Land', '+05:30', 'x'.repeat(60)])
      expect((await facts(odd)).status).toBe(200)
    expect(await zone()).toBe('UTC')
    await facts('Asia/Kolkata')
    await expect.poll(zone).toBe('Asia/Kolkata')
    await facts('Europe/Berlin')
    await changeTimeZone(server, ana, 'America/New_York')
    expect(await zone()).toBe('America/New_York')
  })

  test('is refused if it is unknown', async ({ ana }) => {
    for (const time_zone of ['Nowhere/Land', '+05:30', ''])
      expect((await ana.send('PUT', '/v2/my/analytics/time_zone/', { time_zone })).status).toBe(400)
  })
})

test('an action of the extension is stored, an unknown one refused (R-391)', async ({ ana }) => {
  const act = (body: object) => ask(ana, 'POST', '/v1/action_ext', body)
  const done = await act({ action: 'link_created', browser: 'Firefox 140', meta: null })
  expect(done).toEqual({ status: 201, body: {} })
  const kept = await server.deps.sql`
    select action, browser from extension_actions where user_id = ${ana.uuid}`
  expect(kept).toEqual([{ action: 'link_created', browser: 'Firefox 140' }])
  await expectRefused(act({ action: 'flew' }), 'action')
})

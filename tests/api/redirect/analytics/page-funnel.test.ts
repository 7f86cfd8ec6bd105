import { expect, test } from 'vitest'
import { addLink } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { analytics, order } from '#support/server/money/analytics.ts'
import { addWidgetWithLinks } from '#support/server/page/widgets.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })

const click = (code: string, address: string, referer?: string) =>
  visit(server, `/s/${code}`, {
    headers: { 'X-Forwarded-For': address, ...(referer !== undefined && { Referer: referer }) },
  })

async function addPage({ uuid }: Person, views: Record<string, number>) {
  const [page] = await server.deps.sql<{ id: number }[]>`
    insert into pages (user_id, slug, title) values (${uuid}, ${`funnel-${uuid}`}, 'Ana') returning id`
  for (const [kind, count] of Object.entries(views))
    await server.deps.sql`
      insert into page_views (page_id, day, kind, views)
      values (${page?.id ?? 0}, (now() at time zone 'UTC')::date, ${kind}, ${count})`
}

test('a link’s funnel counts people on the page, their clicks, and orders', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await addPage(ana, { human: 40, bot: 7, own: 3 })
  await addPage(ben, { human: 900 })
  const lamp = await addLink(ana, 'https://shop.example/lamp')
  const other = await addLink(ana, 'https://shop.example/other')
  const page = `${server.deps.config.appOrigin}/p/ana`
  await click(lamp.short_code, '198.51.100.1', page)
  await click(lamp.short_code, '198.51.100.2', page)
  await click(lamp.short_code, '198.51.100.3', 'https://news.example/')
  await click(lamp.short_code, '198.51.100.4')
  await click(other.short_code, '198.51.100.5', page)
  await order(server, ana, { linkId: lamp.uuid })

  const of = await analytics(ana, { link_uuid: lamp.uuid })
  expect(of.page).toEqual({ views: 40, clicks: 2 })
  expect(of.totals).toMatchObject({ clicks: 4, conversions: 1, conversions_per_100_clicks: 25 })
  const past = { date_from: '2020-01-01', date_to: '2020-01-31' }
  const before = await analytics(ana, { link_uuid: lamp.uuid, ...past })
  expect(before.page).toEqual({ views: 0, clicks: 0 })
  expect((await analytics(ana)).page).toBeUndefined()
})

test('clicks in a widget do not count for the page', async () => {
  const ana = await signUp(server)
  await addPage(ana, { human: 10 })
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const { uuid, short_code } = named('Pan')
  const marked = `${short_code}?split_widget=${widget.key}`
  const { appOrigin } = server.deps.config
  await click(marked, '198.51.100.11', widget.url)
  // Short links on another host only get the origin as referrer.
  await click(marked, '198.51.100.12', `${appOrigin}/`)
  await click(short_code, '198.51.100.13', `${appOrigin}/p/ana`)
  const of = await analytics(ana, { link_uuid: uuid })
  expect(of.page).toEqual({ views: 10, clicks: 1 })
  expect(of.totals.clicks).toBe(3)
})

test('the funnel of a creator without a page has no page', async () => {
  const ana = await signUp(server)
  const lamp = await addLink(ana)
  expect((await analytics(ana, { link_uuid: lamp.uuid })).page).toBeNull()
})

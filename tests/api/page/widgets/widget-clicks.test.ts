import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { ask } from '#support/server/asking.ts'
import { PHONE, visit, clickOn } from '#support/server/links/short-links.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { hrefsIn } from '#support/server/page/public-pages.ts'
import {
  addWidget,
  widgetHtml,
  widgetPath,
  WIDGETS,
  addWidgetWithLinks,
} from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'

const options = { listen: true, trustedProxies: ['127.0.0.1', '::1'] }
const server = await startTestServer(options)
const other = await startTestServer({ ...options, sharedServer: server })
const ana = newCreatorPerTest(server)

let people = 0
/** Follows a link, by default as a new visitor. */
async function follow(url: string, visitor = (people += 1), userAgent = PHONE) {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': `198.18.1.${visitor}` }
  const { status, headers: sent } = await fetch(url, { redirect: 'manual', headers })
  return { status, location: sent.get('location') }
}
/** Follows a link as a new visitor with this referrer. */
const followFrom = (url: string, referer: string) => {
  const { host, pathname, search } = new URL(url)
  const address = { 'X-Forwarded-For': `198.18.2.${(people += 1)}` }
  return visit(server, pathname + search, { host, headers: { ...address, referer } })
}
const linksIn = async (widget: Pick<Widget, 'key'>): Promise<string[]> =>
  hrefsIn(await widgetHtml(server, widget)).filter(
    (href): href is string => href?.includes('split_widget=') ?? false,
  )
const of = (link: Pick<ShortLink, 'split_url'>, key: string) =>
  `${link.split_url}?split_widget=${key}`

const all = async (person = ana) => {
  const { body } = await ask<{ results: Widget[] }>(person, 'GET', WIDGETS)
  return body.results.map(({ clicks, clicks_30_days }) => [clicks, clicks_30_days])
}
const clicksOf = async (link: ShortLink) => (await readLink(ana, link)).lifetime_clicks

/** Returns a click as the redirect records it, by a new visitor at this time. */
const clickAt = ({ uuid: id }: ShortLink, widget: string, at: number) => {
  const referrer = `${server.deps.config.appOrigin}/w/${widget}`
  const remote = `203.0.113.${(people += 1)}`
  return clickOn({ id, userId: ana.uuid }, { at, remote, referrer, widget })
}

test('a click in a widget counts once for its link and once for the widget', async () => {
  const { widget, links, named, collection } = await addWidgetWithLinks(ana, ['Pan', 'Pot'])
  const strip = await addWidget(ana, { collection_uuid: collection.uuid })
  expect((await all()).flat()).toEqual([0, 0, 0, 0])
  const [pan = '', pot = ''] = await linksIn(widget)
  expect(await follow(pan)).toEqual({ status: 302, location: 'https://shop.example/Pan' })
  await follow(pan)
  await follow(pot)
  for (const url of await linksIn(strip)) await follow(url)
  // A click outside of any widget.
  await follow(named('Pan').split_url)
  expect((await all()).flat()).toEqual([3, 3, 2, 2])
  expect(await Promise.all(links.map(clicksOf))).toEqual([4, 2])
  const one = await ask<Widget>(ana, 'GET', widgetPath(widget))
  expect(one.body).toMatchObject({ clicks: 3, clicks_30_days: 3 })
})

test('bots and repeated clicks do not count for the widget', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const [pan = ''] = await linksIn(widget)
  const visitor = (people += 1)
  await follow(pan, visitor)
  await follow(pan, visitor)
  await follow(pan, (people += 1), 'Googlebot/2.1')
  await follow(pan, (people += 1), 'WhatsApp/2.23')
  expect(await all()).toEqual([[1, 1]])
  expect(await clicksOf(named('Pan'))).toBe(1)
})

test('clicks do not count for foreign or unknown widgets', async () => {
  const { widget } = await addWidgetWithLinks(ana, ['Pan'])
  const bea = await signUp(server)
  const link = await addLink(bea)
  for (const key of [widget.key, 'abcdefghij', 'short', `${widget.key}x`, '%00', ''])
    expect((await follow(of(link, key))).status).toBe(302)
  expect(await all()).toEqual([[0, 0]])
  expect((await readLink(bea, link)).lifetime_clicks).toBe(6)
})

test('a widget’s link shared elsewhere counts for the link and its new referrer only', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const [pan = ''] = await linksIn(widget)
  const sources = async () => {
    const { results } = await analytics(ana, { group_by: 'referrer', link_uuid: named('Pan').uuid })
    return results.map(({ label, clicks }) => [label, clicks])
  }
  const { appOrigin } = server.deps.config
  for (const referer of [widget.url, `${appOrigin}/`])
    expect((await followFrom(pan, referer)).status).toBe(302)
  expect(await all()).toEqual([[2, 2]])
  expect(await sources()).toEqual([['Your widgets', 2]])
  for (let n = 0; n < 3; n++) await followFrom(pan, 'https://www.news.example/kitchen')
  expect(await all()).toEqual([[2, 2]])
  expect(await sources()).toEqual([
    ['news.example', 3],
    ['Your widgets', 2],
  ])
  expect(await clicksOf(named('Pan'))).toBe(5)
})

test('a short URL without the key counts for the widget by its referrer', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const { appOrigin } = server.deps.config
  const plain = named('Pan').split_url
  expect((await followFrom(plain, widget.url)).status).toBe(302)
  expect(await all()).toEqual([[1, 1]])
  const report = `${appOrigin}/w/${widget.key}/report`
  for (const referer of [`${appOrigin}/`, report, `https://news.example/w/${widget.key}`])
    expect((await followFrom(plain, referer)).status).toBe(302)
  expect(await all()).toEqual([[1, 1]])
  expect(await clicksOf(named('Pan'))).toBe(4)
})

test('the widget’s key is not passed on to the target', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  await editLink(ana, named('Pan'), { pass_query: true })
  const { location } = await follow(`${of(named('Pan'), widget.key)}&size=28`)
  expect(location).toBe('https://shop.example/Pan?size=28')
  expect((await follow(of(named('Pan'), widget.key))).location).toBe('https://shop.example/Pan')
  expect(await all()).toEqual([[2, 2]])
})

test('two processes count into the same days, which equal the clicks', async () => {
  const { widget, links, named } = await addWidgetWithLinks(ana, ['Pan', 'Pot', 'Lid'])
  const day = 24 * 60 * 60 * 1000
  const now = Date.now()
  const names = ['Pan', 'Pot', 'Lid']
  for (let n = 0; n < 60; n++) {
    const { clicks } = n % 2 ? server.deps : other.deps
    clicks.record(clickAt(named(names[n % 3] ?? ''), widget.key, now - (n % 5) * day))
  }
  await Promise.all([server.deps.clicks.settle(), other.deps.clicks.settle()])
  const [sums] = await server.deps.sql<{ days: string; events: string }[]>`
    select
      (select sum(human + "unique") from widget_days where widget_id = ${widget.id})::text as days,
      (select count(*) from click_events where link_id = any(${links.map(({ uuid }) => uuid)})
        and kind in (1, 2))::text as events`
  expect(sums).toEqual({ days: '60', events: '60' })
})

test('older days count only in the total, not in the last 30 days', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const day = 24 * 60 * 60 * 1000
  const today = Math.floor(Date.now() / day) * day
  for (const ago of [0, 1, 28, 31, 60])
    server.deps.clicks.record(clickAt(named('Pan'), widget.key, today - ago * day))
  await server.deps.clicks.settle()
  expect(await all()).toEqual([[5, 3]])
})

test('counted clicks stay when the widget is restored or its link deleted', async () => {
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const [pan = ''] = await linksIn(widget)
  await follow(pan)
  await ana.send('DELETE', widgetPath(widget))
  expect(await all()).toEqual([])
  // A site still shows the removed widget.
  await follow(pan)
  const { key, collection_uuid } = widget
  expect(await addWidget(ana, { key, collection_uuid })).toMatchObject({ clicks: 2 })
  await ana.send('DELETE', `${LINKS}${named('Pan').uuid}/`)
  expect(await all()).toEqual([[2, 2]])
})

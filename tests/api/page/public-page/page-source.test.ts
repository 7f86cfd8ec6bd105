import { expect, test } from 'vitest'
import { editLink, readLink } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { addLinks, addPage, hrefsIn, htmlOf } from '#support/server/page/public-pages.ts'
import { addWidgetWithLinks, widgetHtml } from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const { appOrigin } = server.deps.config

/** Returns the first address of a document that leads to a short link. */
const shortUrlIn = (html: string) => hrefsIn(html).find((href) => href?.includes('/s/')) ?? ''

async function follow(url: string, address: string, referer?: string) {
  const { pathname, search } = new URL(url)
  const headers = { 'X-Forwarded-For': address, ...(referer !== undefined && { referer }) }
  return (await visit(server, pathname + search, { headers })).location
}

test('links on a page have the source page, and structured data has the plain address', async () => {
  const ana = await signUp(server)
  const page = await addPage(server, { userId: ana.uuid })
  const [lamp] = await addLinks(server, page, {}, [{ name: 'Lamp' }])
  const html = await htmlOf(server, page.slug)
  const plain = `${server.origin}/s/${lamp?.shortCode}`
  expect(shortUrlIn(html)).toBe(`${plain}?from=page`)
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    hasPart: { itemListElement: [{ name: 'Lamp', url: plain }] },
  })

  await follow(`${plain}?from=page`, '198.51.100.1', `${appOrigin}/p/${page.slug}`)
  // Some browsers send no referrer.
  await follow(`${plain}?from=page`, '198.51.100.2')
  // Someone sent the address of a link on the page to a friend, who opens it on another website.
  await follow(`${plain}?from=page`, '198.51.100.3', 'https://chat.example/')
  const found = await analytics(ana, { group_by: 'source', link_uuid: lamp?.id ?? '' })
  expect(found.results).toMatchObject([{ key: 'page', label: 'Your page', clicks: 3 }])
  expect(found.page?.clicks).toBe(1)
})

test('links in a widget have the source widget and do not count for the page', async () => {
  const ana = await signUp(server)
  await addPage(server, { userId: ana.uuid })
  const { widget, named } = await addWidgetWithLinks(ana, ['Pan'])
  const { split_url, uuid } = named('Pan')
  const url = shortUrlIn(await widgetHtml(server, widget))
  expect(url).toBe(`${split_url}?split_widget=${widget.key}&from=widget`)
  await follow(url, '198.51.100.4', widget.url)
  const bySource = await analytics(ana, { group_by: 'source', link_uuid: uuid })
  expect(bySource.results).toMatchObject([{ key: 'widget', label: 'Your widgets', clicks: 1 }])
  expect(bySource.page?.clicks).toBe(0)
})

test('the target does not get the sources that Split adds, but the owner’s own parameters', async () => {
  const ana = await signUp(server)
  const { named } = await addWidgetWithLinks(ana, ['Pan'])
  await editLink(ana, named('Pan'), { pass_query: true })
  const { split_url, url } = await readLink(ana, named('Pan'))
  const query = async (text: string) => follow(`${split_url}?${text}`, '198.51.100.5')
  expect(await query('from=page&size=2')).toBe(`${url}?size=2`)
  expect(await query('size=2&from=widget')).toBe(`${url}?size=2`)
  expect(await query('from=BER')).toBe(`${url}?from=BER`)
})

import { describe, expect, test, vi, onTestFinished } from 'vitest'
import { users } from '../../../../server/platform/db/schema.ts'
import { eq } from 'drizzle-orm'
import { blockLink } from '../../../../server/operator/reports/link-blocks.ts'
import { editCollection } from '#support/server/links/collections.ts'
import { editLink, addBrand } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { signUp } from '#support/server/people.ts'
import * as made from '#support/server/page/public-pages.ts'
import { hrefsIn, openPage, visibleText } from '#support/server/page/public-pages.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'
import {
  openWidget,
  widgetHtml,
  widgetPath,
  addWidgetWithLinks,
} from '#support/server/page/widgets.ts'
import { expectParts } from '#support/expect-parts.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer({ listen: true })
const other = await startTestServer({ listen: true, sharedServer: server })
const ana = await signUp(server)
await made.name(server, ana.uuid, 'Ana')

const wordsOf = async (from: TestServer, widget: { key: string }) =>
  visibleText(await widgetHtml(from, widget))
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''

/**
 * Returns whether the first server shows the text, after checking that the other comes to show the
 * same. Both had the widget in memory, so the change has been announced to both.
 */
async function bothShow(widget: { key: string }, text: string): Promise<boolean> {
  const isShown = (await wordsOf(server, widget)).includes(text)
  await expect.poll(async () => (await wordsOf(other, widget)).includes(text)).toBe(isShown)
  return isShown
}

describe('what a site shows', () => {
  test.each([
    ['grid', 'class="things grid" data-columns="2"'],
    ['carousel', 'class="things carousel" data-columns="2"'],
    ['list', '<ul class="list">'],
  ])('as a %s: the collection, its links and the creator', async (layout, look) => {
    const size = { layout, columns: 2, limit: 2 }
    const { widget, collection, links } = await addWidgetWithLinks(ana, ['Pan', 'Pot', 'Lid'], size)
    const html = await widgetHtml(server, widget)
    expect(html).toContain(look)
    const words = visibleText(html)
    expectParts(words, collection.name, 'Pot shop.example', 'By Ana . Made with Split.')
    expect(words).not.toContain('Lid')
    const shown = links
      .slice(0, 2)
      .map(({ split_url }) => `${split_url}?split_widget=${widget.key}&from=widget`)
    expect(hrefsIn(html)).toEqual([...shown, `/w/${widget.key}/report`])
    expect(html).toContain('<base target="_blank"/>')
  })

  const LAYOUTS = ['grid', 'carousel', 'list']
  test.each(LAYOUTS)('in a %s earning links are marked and disclosed', async (layout) => {
    const { widget, named } = await addWidgetWithLinks(ana, ['Earning', 'Plain'], { layout })
    expect(await wordsOf(server, widget)).not.toMatch(/\bAd\b|earn/)
    const { id: brandId } = await addBrand(server, `${layout}.example`)
    await server.deps.sql`update links set brand_id = ${brandId}, treat_as_in_network = true
    where id = ${named('Earning').uuid}`
    await editLink(ana, named('Earning'), { name: 'Earning still' })
    const words = await wordsOf(server, widget)
    expect(words).toContain('Ana earns a commission on some links here.')
    expect(words).toContain('Earning still Ad shop.example')
    expect(words.match(/\bAd\b/g)).toHaveLength(1)
    await editLink(ana, named('Plain'), { url: 'https://www.amazon.com/dp/1?tag=ana-20' })
    const amazon = 'As an Amazon Associate I earn from qualifying purchases.'
    expect(await wordsOf(server, widget)).toContain(amazon)
  })

  test('text by users is escaped', async () => {
    const nasty = `</title><script>alert(1)</script>"'><img src=x onerror=alert(2)>`
    const bea = await signUp(server)
    await made.name(server, bea.uuid, nasty)
    const name = nasty.slice(0, 80)
    const { widget, collection } = await addWidgetWithLinks(bea, ['Pan'], { name })
    await editLink(bea, collection.named('Pan'), { name: nasty })
    await editCollection(bea, collection, { name: nasty })
    const html = await widgetHtml(server, widget)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('<img src=x')
    expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]* onerror=/)
    expect(widget.frame_code.match(/[<>]/g)).toHaveLength(4)
    expect(widget.embed_code.match(/[<>]/g)).toHaveLength(4)
  })
})

describe('a change is visible at once, in every process', () => {
  test('hidden, ended and blocked links are left out', async () => {
    const { widget, named } = await addWidgetWithLinks(ana, ['Vase', 'Bowl', 'Plate'])
    expect(await bothShow(widget, 'Vase')).toBe(true)
    await editLink(ana, named('Vase'), { is_hidden: true })
    expect(await bothShow(widget, 'Vase')).toBe(false)
    await editLink(ana, named('Vase'), { is_hidden: false })
    expect(await bothShow(widget, 'Vase')).toBe(true)
    const why = { why: 'A scam', rule: 'No scams', contact: 'a@b.example' }
    await blockLink(server.deps.db, named('Bowl').short_code, why)
    expect(await bothShow(widget, 'Bowl')).toBe(false)
    const endsAt = new Date(Date.now() + 60_000)
    await editLink(ana, named('Plate'), { expires_at: endsAt.toISOString() })
    expect(await bothShow(widget, 'Plate')).toBe(true)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: endsAt })
    expect(await wordsOf(server, widget)).not.toContain('Plate')
  })

  test('links that have not started or are used up are left out, locked ones are not', async () => {
    const { widget, named } = await addWidgetWithLinks(ana, ['Early', 'Last one', 'Locked'])
    const startsAt = new Date(Date.now() + 60_000)
    await editLink(ana, named('Early'), { starts_at: startsAt.toISOString() })
    await editLink(ana, named('Locked'), { password: 'open sesame' })
    await editLink(ana, named('Last one'), { max_clicks: 2 })
    expect(await bothShow(widget, 'Early')).toBe(false)
    expect(await bothShow(widget, 'Locked')).toBe(true)
    expect(await bothShow(widget, 'Last one')).toBe(true)
    const open = () => visit(server, `/s/${named('Last one').short_code}`)
    expect((await open()).status).toBe(302)
    expect(await wordsOf(server, widget)).toContain('Last one')
    expect((await open()).status).toBe(302)
    for (const one of [server, other])
      await expect.poll(() => wordsOf(one, widget)).not.toContain('Last one')
    await editLink(ana, named('Last one'), { max_clicks: 3 })
    expect(await bothShow(widget, 'Last one')).toBe(true)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: startsAt })
    expect(await wordsOf(server, widget)).toContain('Early')
  })

  test('settings, collection and deletion take effect', async () => {
    const { widget, collection } = await addWidgetWithLinks(ana, ['Iron pan', 'Steel pan'])
    expect(await bothShow(widget, 'Steel pan')).toBe(true)
    await ana.send('PATCH', widgetPath(widget), { limit: 1 })
    expect(await bothShow(widget, 'Steel pan')).toBe(false)
    await editCollection(ana, collection, { name: `${collection.name}, new` })
    expect(await bothShow(widget, `${collection.name}, new`)).toBe(true)
    await ana.send('DELETE', widgetPath(widget))
    const gone = await openWidget(server, widget)
    expect(gone.status).toBe(410)
    expect(visibleText(await gone.text())).toContain('This widget was removed.')
    await expect.poll(async () => (await openWidget(other, widget)).status).toBe(410)
    expect((await server.request('GET', `/w/${widget.key}.js`)).status).toBe(404)
  })
})

describe('an unknown address', () => {
  const UNKNOWN = ['abcdefghij', 'ABCDEFGHIJ', 'x', '%00', '%f0%28', 'assets', 'embed.js']
  test.each(UNKNOWN)('/w/%s says so', async (key) => {
    const response = await server.request('GET', `/w/${key}`)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  test('of a deleted user is a 404', async () => {
    const bea = await signUp(server)
    const { widget } = await addWidgetWithLinks(bea, ['Pan'])
    await server.deps.db.delete(users).where(eq(users.id, bea.uuid))
    const gone = await openWidget(server, widget)
    expect(gone.status).toBe(404)
    expect(visibleText(await gone.text())).toContain('This widget does not exist.')
  })
})

describe('what is sent', () => {
  test('can be framed by other sites, unlike all other pages', async () => {
    const { widget } = await addWidgetWithLinks(ana, ['Pan'])
    const page = await made.addPage(server)
    // The first response is rendered, the second comes from memory.
    for (const response of [await openWidget(server, widget), await openWidget(server, widget)]) {
      expect(policyOf(response)).toContain('frame-ancestors *')
      expect(policyOf(response)).toMatch(/script-src 'sha256-[^']+';/)
      expect(policyOf(response)).toContain("default-src 'none'")
      expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      for (const name of ['x-frame-options', 'set-cookie', 'access-control-allow-origin'])
        expect(response.headers.has(name), name).toBe(false)
    }
    for (const path of ['/', '/widgets', `/p/${page.slug}`, '/multi-connect/login', '/v1/settings'])
      expect(policyOf(await server.request('GET', path)), path).toContain("frame-ancestors 'none'")
    expect(policyOf(await openPage(server, page.slug))).not.toContain('*')
  })

  test('has no other hosts, and one short script that the policy allows', async () => {
    const { widget } = await addWidgetWithLinks(ana, ['Pan'])
    const html = await widgetHtml(server, widget)
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
    expect(script.length).toBeGreaterThan(0)
    expect(script.length).toBeLessThan(640)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
    const hash = Buffer.from(digest).toString('base64')
    expect(policyOf(await openWidget(server, widget))).toContain(`'sha256-${hash}'`)
    expect(html).not.toMatch(/(?:src|srcset)="(?!\/)/)
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    const sheet = await server.request('GET', style)
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(sheet.headers.get('cache-control')).toContain('immutable')
    const text = await sheet.text()
    expect(text).toContain('[data-columns=')
    expect(text).not.toMatch(/url\(['"]?(?!['"]?\/)/)
    expect((await server.request('GET', '/w/assets/other.css')).status).toBe(404)
  })

  test('is a 304 if the browser has it', async () => {
    const { widget } = await addWidgetWithLinks(ana, ['Pan'])
    const etag = (await openWidget(server, widget)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await openWidget(server, widget, { 'if-none-match': etag })
    expect(await statusAndBody(again)).toEqual([304, ''])
    await ana.send('PATCH', widgetPath(widget), { theme: 'dark' })
    expect((await openWidget(server, widget, { 'if-none-match': etag })).status).toBe(200)
  })

  test('is cached: the second request needs no query', async () => {
    const { widget } = await addWidgetWithLinks(ana, ['Pan'])
    const names = ['Pan', ...Array.from({ length: 9 }, (_, n) => `Pot ${n}`)]
    // A late announcement of the creation may clear the memory once more.
    await expect
      .poll(async () => {
        const [was = '', now = ''] = names.splice(0, 1).concat(names)
        await widgetHtml(server, widget)
        // This change is not announced, so only a page in memory still shows the old name.
        await server.deps
          .sql`update links set name = ${now} where user_id = ${ana.uuid} and name = ${was}`
        return (await wordsOf(server, widget)).includes(was)
      })
      .toBe(true)
  })

  test('as a script is at most 2 KB and sets no cookie (R-437)', async () => {
    const { widget } = await addWidgetWithLinks(ana, ['Pan'])
    const response = await server.request('GET', `/w/${widget.key}.js`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.has('set-cookie')).toBe(false)
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048)
    expect(text).not.toContain('cookie')
    const missing = await server.request('GET', '/w/abcdefghij.js')
    expect(missing.status).toBe(404)
    expect(missing.headers.get('cache-control')).toBe('no-cache')
  })
})

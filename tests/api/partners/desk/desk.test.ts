import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskPaths, readAllPages, idsOf } from '#support/server/desk-addresses.ts'
import { accept, addCreator, deskChanges } from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { oidcSettings } from '#support/server/oidc-people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'

/** The screen of connected accounts exists only with a provider. */
const server = await startTestServer(oidcSettings({ issuer: 'https://login.example' }))
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
const other = await addShop(server, { name: 'Garden', key: 'garden' })
const desk = await enterDesk(server, shop.id)
const ana = await addCreator(server, shop)
const ben = await addCreator(server, shop)
const foreign = await addCreator(server, other)

test('every screen exists, is not cached and has no script', async () => {
  const all = await readAllPages(server, desk, idsOf(ana))
  const paths = new Set(all.map(({ path }) => path.replace(/\?.*/, '')))
  expect(paths.size).toBeGreaterThanOrEqual(10)
  for (const { path, status, text } of all) {
    // /desk redirects to the first screen, and without an address there is no second factor.
    const isRedirect = /^\/desk(\?|\/account\/app|$)/.test(path)
    expect({ path, status }).toEqual({ path, status: isRedirect ? 303 : 200 })
    expectParts(text, 'private, no-store', "script-src 'none'", 'noindex')
    const script = /<script|javascript:|\son\w+=|style="/.test(text)
    expect({ path, script }).toEqual({ path, script: false })
  }
})

const csrfOf = async (visitor: DeskVisitor) =>
  hiddenFields((await visitor.get('/desk/campaigns')).html)['csrf'] ?? ''

test('unknown addresses of the desk get a 404 page', async () => {
  for (const path of ['/desk/nothing', '/desk/partners/P-22222222/nothing', '/desk/messages/a/b']) {
    const { status, html, headers } = await desk.get(path)
    expect({ path, status }).toEqual({ path, status: 404 })
    expect(html).toContain('This page does not exist in your brand desk.')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await desk.post(path)).status).toBe(404)
    // Without a session every path redirects to the sign-in page.
    expect((await server.request('GET', path)).headers.get('location')).toBe('/desk/sign-in')
  }
})

test('a form is accepted only with the token of its own session', async () => {
  const neighbour = await enterDesk(server, shop.id)
  const [own, theirs] = [await csrfOf(desk), await csrfOf(neighbour)]
  const paths = [
    ...deskPaths(server, 'POST', idsOf(ben)),
    '/desk/sign-out',
    '/desk/sign-out/everywhere',
  ]
  expect(paths.length).toBeGreaterThanOrEqual(10)
  const before = await deskChanges(server, ben)
  for (const path of paths) {
    for (const csrf of ['', 'guessed', theirs]) {
      const answer = await desk.post(path, { ...TYPED, csrf })
      expect({ path, status: answer.status }).toEqual({ path, status: 403 })
      expect(answer.html).toContain('Nothing was changed')
    }
    for (const [name, from] of [
      ['origin', 'https://elsewhere.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const headers = { cookie: desk.cookie, [name]: from }
      const form = { ...TYPED, csrf: own }
      const answer = await server.request('POST', path, { form, headers })
      expect({ path, status: answer.status }).toEqual({ path, status: 403 })
    }
  }
  expect(await deskChanges(server, ben)).toEqual(before)
  expect((await desk.get('/desk/partners')).status).toBe(200)
  const path = `/desk/partners/${ben.partner}/invite`
  expect((await desk.post(path)).status).toBe(303)
  expect(await deskChanges(server, ben)).not.toEqual(before)
  await desk.post(`/desk/partners/${ben.partner}/withdraw`)
})

const TYPED = { text: 'Hello', reason: 'Rude', sequence: '1', amount: '80', why: 'No' }

test('clicks, orders and costs are listed by partner and by day', async () => {
  const garden = await enterDesk(server, other.id)
  const list = await garden.get('/desk/partners?days=7')
  const [row = ''] = /<tr role="row"><th[^>]*rowheader.*?<\/tr>/s.exec(list.html) ?? []
  expect(row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain('3 1 $80.00 $0.00 $8.00')
  const file = await garden.get('/desk/traffic.csv?days=7')
  const lines = file.html.trim().split('\r\n')
  expect(lines).toHaveLength(8)
  const sums = [1, 2, 3, 4, 5].map((cell) =>
    lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[cell]), 0),
  )
  expect(sums).toEqual([3, 1, 80, 0, 8])
  const people = await garden.get('/desk/partners.csv?days=7')
  expect(people.headers.get('content-disposition')).toMatch(/^attachment; filename="partners-/)
  expect(people.html.split('\r\n')[1]).toBe(`${foreign.partner},,3,1,80.00,0.00,8.00`)
})

test('missing sales are shown without the creator’s note to the operator', async () => {
  const { html } = await (await enterDesk(server, other.id)).get('/desk/orders')
  expectParts(html, `M-${foreign.slug.slice('page-'.length)}`, 'Open')
  expect(html).not.toContain('I am ')
})

test('screens access the database only through their session', () => {
  const files = readdirSync('server/partners/desk').filter((file) =>
    /-(routes|page)\.tsx$/.test(file),
  )
  expect(files.length).toBeGreaterThanOrEqual(8)
  const own = files.filter(
    (file) =>
      !file.startsWith('sign-in') &&
      /deps|\bdb\b/.test(readFileSync(`server/partners/desk/${file}`, 'utf8')),
  )
  expect(own).toEqual([])
})

test('names that look like formulas are escaped in files', async () => {
  const { sql } = server.deps
  const eve = await addCreator(server, shop)
  await sql`update users set name_first = '=HYPERLINK("https://evil.example")', name_last = ''
    where id = ${eve.uuid}`
  await desk.post(`/desk/partners/${eve.partner}/invite`)
  await accept(eve)
  const { html } = await desk.get('/desk/partners.csv')
  expect(html).toContain(`"'=HYPERLINK(`)
  expect(html).not.toMatch(/(^|,|")=HYPERLINK/m)
})

test('a reply is sent once, however often its form is submitted; messages can be reported', async () => {
  const path = `/desk/messages/${ana.channel}`
  const { html } = await desk.get(path)
  expect(html).toContain('Is there a rate for gifts?')
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? []
  const typed = { key, text: '<b>Yes</b>, 15 % & https://kitchen.example/gifts' }
  expect((await desk.post(path, typed)).status).toBe(303)
  expect((await desk.post(path, typed)).status).toBe(303)
  const answered = await desk.get(path)
  expect(answered.html.match(/&lt;b&gt;Yes&lt;\/b&gt;, 15 % &amp; <a/g)).toHaveLength(1)
  await desk.post(path, { text: 'shi\u0000p\u202egnp.exe' })
  expect((await desk.get(path)).html).toContain('shipgnp.exe')
  expect((await desk.post(path, { text: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  for (const text of ['x'.repeat(4001), '  '])
    expect((await desk.post(path, { text })).status).toBe(400)
  expect((await desk.get(path)).html).not.toContain('xxx')
  const report = await desk.post(`${path}/report`, { sequence: '1', reason: 'Rude' })
  expect(report.headers.get('location')).toBe(`${path}?reported`)
  const [kept] = await server.deps.sql<{ reason: string }[]>`select reason from chat_reports`
  expect(kept).toEqual({ reason: 'Rude' })
  // A brand cannot report its own message.
  expect((await desk.post(`${path}/report`, { sequence: '2', reason: 'Rude' })).status).toBe(404)
})

test('a brand can start a conversation only with creators who accepted it', async () => {
  const path = `/desk/partners/${ben.partner}/message`
  expect((await desk.post(path)).status).toBe(404)
})

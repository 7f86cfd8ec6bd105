import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCreator, traitsOf, type Creator } from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
let other: Shop
let desk: DeskVisitor
let ana: Creator
let ben: Creator
let foreign: Creator

beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
  other = await addShop(server, { name: 'Garden', key: 'garden' })
  desk = await enterDesk(server, shop.id)
  ana = await addCreator(server, shop)
  ben = await addCreator(server, shop)
  foreign = await addCreator(server, other)
})
afterAll(() => server.stop())

/** What every one of them says: which of the desk's addresses there are, with these ids in them. */
function addresses(method: string, ids: Record<string, string>): string[] {
  const all = server.app.routes
    .filter((route) => route.method === method && /^\/desk(\/|$)/.test(route.path))
    .map(({ path }) => path)
    .filter((path) => !/assets|sign-(in|out)|\*/.test(path))
  return [...new Set(all)].map((path) =>
    path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''),
  )
}

const idsOf = ({ partner, channel, sale }: Creator) => ({ partner, channel, sale: String(sale) })

async function screens(of = desk, ids = idsOf(ana)): Promise<Map<string, string>> {
  const paths = addresses('GET', ids).filter((path) => path !== '/desk')
  const all = new Map<string, string>()
  for (const path of paths) {
    const { status, html, headers } = await of.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    all.set(path, html + JSON.stringify([...headers]))
  }
  return all
}

test('every screen is there, kept by nobody, and without a script', async () => {
  const all = await screens()
  expect(all.size).toBeGreaterThanOrEqual(9)
  for (const [path, html] of all) {
    expect(html).toContain('private, no-store')
    expect(html).toContain("script-src 'none'")
    expect(html).toContain('noindex')
    expect({ path, script: /<script|javascript:|\son\w+=|style="/.test(html) }).toEqual({
      path,
      script: false,
    })
  }
})

test('no byte of any screen or file says who somebody is, before they have accepted', async () => {
  for (const creator of [ana, ben]) {
    for (const [path, text] of await screens(desk, idsOf(creator))) {
      const found = [ana, ben, foreign].flatMap(traitsOf).filter((trait) => text.includes(trait))
      expect({ path, found }).toEqual({ path, found: [] })
    }
  }
})

test('whoever has accepted is named to that brand alone, and masked again afterwards (R-541, R-552, D-59)', async () => {
  const cleo = await addCreator(server, shop)
  await desk.post(`/desk/partners/${cleo.partner}/invite`)
  const shown = await desk.get(`/desk/partners/${cleo.partner}`)
  expect(shown.html).toContain('Invited')
  await accept(cleo)
  const named = await screens(desk, idsOf(cleo))
  expect(named.get('/desk/partners')).toContain(`${cleo.first} ${cleo.last}`)
  expect(named.get('/desk/partners.csv')).toContain(`${cleo.first} ${cleo.last}`)
  expect(named.get('/desk/partners')).toContain(`/p/${cleo.slug}`)
  // Her order came before she accepted.
  expect(named.get('/desk/orders')).not.toContain(cleo.first)
  for (const text of named.values()) {
    for (const trait of [cleo.email, cleo.uuid, cleo.shortCode]) expect(text).not.toContain(trait)
    for (const trait of [...traitsOf(ana), ...traitsOf(ben)]) expect(text).not.toContain(trait)
  }
  const strangers = await enterDesk(server, other.id)
  for (const text of (await screens(strangers, idsOf(foreign))).values())
    for (const trait of traitsOf(cleo)) expect(text).not.toContain(trait)
  await remove(cleo)
  for (const [path, text] of await screens(desk, idsOf(cleo))) {
    const found = traitsOf(cleo).filter((trait) => text.includes(trait))
    expect({ path, found }).toEqual({ path, found: [] })
  }
})

const UNMASKING = '/v2/my/unmasking'
type Listed = { results: { id: number }[] }

/** As the app does it. */
async function accept(creator: Creator) {
  const asked = await creator.send('GET', `${UNMASKING}/invitations/`)
  const [invitation] = ((await asked.json()) as Listed).results
  const done = await creator.send('PUT', `${UNMASKING}/invitations/${invitation?.id}/accept/`)
  expect(done.status).toBe(200)
}

async function remove(creator: Creator) {
  const asked = await creator.send('GET', `${UNMASKING}/connections/`)
  const [connection] = ((await asked.json()) as Listed).results
  const done = await creator.send('DELETE', `${UNMASKING}/connections/${connection?.id}/`)
  expect(done.status).toBe(204)
}

test('of another brand there is nothing, whatever the address', async () => {
  const ids = idsOf(foreign)
  const paths = [
    ...addresses('GET', ids).map((path) => ['GET', path] as const),
    ...addresses('POST', ids).map((path) => ['POST', path] as const),
  ].filter(([, path]) =>
    [`/${ids.partner}`, `/${ids.channel}`, `/missing/${ids.sale}/`].some((id) => path.includes(id)),
  )
  expect(paths.length).toBeGreaterThanOrEqual(9)
  const before = await stateOf(foreign)
  for (const [method, path] of paths) {
    const typed = { text: 'Hello', reason: 'Rude', sequence: '1', amount: '80', why: 'No' }
    const answer = method === 'GET' ? await desk.get(path) : await desk.post(path, typed)
    expect({ path, status: answer.status }).toEqual({ path, status: 404 })
    const found = traitsOf(foreign).filter((trait) => answer.html.includes(trait))
    expect({ path, found }).toEqual({ path, found: [] })
    for (const word of [other.name, ids.partner, 'gifts']) expect(answer.html).not.toContain(word)
  }
  expect(await stateOf(foreign)).toEqual(before)
  // What lists show is of this brand, too.
  for (const text of (await screens()).values()) {
    for (const trait of [foreign.partner, foreign.channel, ...traitsOf(foreign)])
      expect(text).not.toContain(trait)
  }
})

const stateOf = ({ uuid }: Creator) => server.deps.sql`
  select (select count(*)::int from unmasking_invitations where user_id = ${uuid}) as asked,
    (select count(*)::int from chat_messages join chat_channels on chat_channels.id = channel_id
      where user_id = ${uuid}) as said,
    (select max(other_read) from chat_channels where user_id = ${uuid}) as read,
    (select max(state) from missing_sales where user_id = ${uuid}) as missing,
    (select count(*)::int from chat_reports) as reports`

test('a form counts only from a page of this very session', async () => {
  const neighbour = await enterDesk(server, shop.id)
  const path = `/desk/partners/${ben.partner}/invite`
  const { html } = await neighbour.get('/desk/campaigns')
  const [, theirs = ''] = /name="csrf" value="([^"]+)"/.exec(html) ?? []
  const before = await stateOf(ben)
  for (const csrf of ['', 'guessed', theirs]) {
    const answer = await desk.post(path, { csrf })
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('Nothing has changed')
  }
  const own = await desk.get('/desk/campaigns')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(own.html) ?? []
  for (const from of [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const headers = { cookie: desk.cookie, ...from } as Record<string, string>
    const answer = await server.request('POST', path, { form: { csrf }, headers })
    expect(answer.status).toBe(403)
  }
  expect(await stateOf(ben)).toEqual(before)
  expect((await desk.post(path)).status).toBe(303)
  expect(await stateOf(ben)).not.toEqual(before)
  await desk.post(`/desk/partners/${ben.partner}/withdraw`)
})

test('clicks, orders and what they cost stand by partner and by day', async () => {
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

test('a sale that creators miss is shown, without what they wrote to the operator', async () => {
  const { html } = await (await enterDesk(server, other.id)).get('/desk/orders')
  expect(html).toContain(`M-${foreign.slug.slice('page-'.length)}`)
  expect(html).toContain('Being looked for')
  expect(html).not.toContain('I am ')
})

test('screens have no other way to the database than what their session has bound', () => {
  const files = readdirSync('server/desk').filter((file) => /-(routes|page)\.tsx$/.test(file))
  expect(files.length).toBeGreaterThanOrEqual(8)
  const own = files.filter(
    (file) =>
      !file.startsWith('sign-in') &&
      /deps|\bdb\b/.test(readFileSync(`server/desk/${file}`, 'utf8')),
  )
  expect(own).toEqual([])
})

test('a name that a spreadsheet would run is text in a file', async () => {
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

test('a message is answered once, however often its form is sent, and can be reported', async () => {
  const path = `/desk/messages/${ana.channel}`
  const { html } = await desk.get(path)
  expect(html).toContain('Is there a rate for gifts?')
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? []
  const typed = { key, text: '<b>Yes</b>, 15 % & https://kitchen.example/gifts' }
  expect((await desk.post(path, typed)).status).toBe(303)
  expect((await desk.post(path, typed)).status).toBe(303)
  const answered = await desk.get(path)
  expect(answered.html.match(/&lt;b&gt;Yes&lt;\/b&gt;, 15 % &amp; <a/g)).toHaveLength(1)
  const empty = await desk.post(path, { text: '  ' })
  expect(empty.status).toBe(400)
  const report = await desk.post(`${path}/report`, { sequence: '1', reason: 'Rude' })
  expect(report.headers.get('location')).toBe(`${path}?reported`)
  const [kept] = await server.deps.sql<{ reason: string }[]>`select reason from chat_reports`
  expect(kept).toEqual({ reason: 'Rude' })
  // Its own message is none that it could report.
  expect((await desk.post(`${path}/report`, { sequence: '2', reason: 'Rude' })).status).toBe(404)
})

test('a conversation begins with whoever has shown who they are, and nobody else', async () => {
  const path = `/desk/partners/${ben.partner}/message`
  expect((await desk.post(path)).status).toBe(404)
})

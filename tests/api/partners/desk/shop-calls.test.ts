import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addCreator } from '#support/server/desk-market.ts'
import { enterDesk } from '#support/server/desk.ts'
import { addClick, addShop, moneyOf, tell } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts, expectNoParts } from '#support/expect-parts.ts'

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
const other = await addShop(server, { name: 'Garden', key: 'garden' })
const desk = await enterDesk(server, shop.id)
const ana = await addCreator(server, shop)

test('the shop’s latest calls are listed with our answers and without keys', async () => {
  const headers = { 'X-Postback-Key': shop.postbackKey }
  const body = { order_id: 'bad', amount: 'much', key: shop.postbackKey }
  await server.request('POST', '/postback', { body, headers })
  await tell(server, other, { order_id: 'of-the-other', amount: '1.00' })
  const { html } = await desk.get('/desk/postbacks')
  expectParts(html, '[key]', '400')
  expectNoParts(html, shop.postbackKey, 'of-the-other')
})

test('the last 200 calls are listed, the latest first, each with its answer', async () => {
  const busy = await addShop(server, { name: 'Bakery', key: 'bakery' })
  await server.deps.sql`
    insert into postback_calls (brand_id, at, method, raw, state, status, answer)
    select ${busy.id}, now() - make_interval(secs => n), 'POST', 'order_id=no-' || n || '.', 'unknown', 404,
      'answer-to-' || n || '.'
    from generate_series(1, 205) n`
  await tell(server, busy, { order_id: 'the-latest', amount: 'much' })
  const { html } = await (await enterDesk(server, busy.id)).get('/desk/postbacks')
  const shown = [...html.matchAll(/no-(\d+)\./g)].map(([, n]) => Number(n))
  expect(shown).toEqual(Array.from({ length: 199 }, (_, n) => n + 1))
  expect(html.indexOf('the-latest')).toBeLessThan(html.indexOf('no-1.'))
  expect(html).toContain('answer-to-199.')
  expect(html).not.toContain('answer-to-200.')
})

test('a test postback shows the answer of a real one and books nothing', async () => {
  const [link] = await server.deps.sql<{ id: string; brand_id: string }[]>`
    select id, brand_id from links where user_id = ${ana.uuid}`
  if (!link) throw new Error('no link')
  const stored = { id: link.id, brandId: link.brand_id } as Parameters<typeof addClick>[1]
  const clickId = await addClick(server, stored)
  const said = { order_id: randomUUID(), click_id: clickId, amount: '50.00', currency: 'USD' }
  const before = await everything()
  const money = await moneyOf(server, ana)
  const tried = await desk.post('/desk/postbacks', { ...said, status: 'approved' })
  expect(tried.html).toContain('would get status 200')
  expect(tried.html).toContain('&quot;status&quot;:&quot;approved&quot;,&quot;commission&quot;:5')
  const unknown = await desk.post('/desk/postbacks', { ...said, click_id: randomUUID() })
  expect(unknown.html).toContain('would get status 404')
  // The answer does not reveal whether the click belongs to another shop.
  const garden = await enterDesk(server, other.id)
  expect((await garden.post('/desk/postbacks', said)).html).toContain('would get status 404')
  const wrong = await desk.post('/desk/postbacks', { ...said, amount: 'much' })
  expect(wrong.html).toContain('would get status 400')
  expect(await everything()).toEqual(before)
  expect(await moneyOf(server, ana)).toEqual(money)
  // The real call gets the answer that the preview announced.
  const real = await tell(server, shop, { ...said, status: 'approved' })
  expect(real).toEqual({ status: 200, body: { status: 'approved', commission: 5 } })
})

const everything = () => server.deps.sql`
  select (select count(*)::int from conversions) as conversions,
    (select count(*)::int from conversion_changes) as changes,
    (select count(*)::int from ledger_entries) as entries,
    (select count(*)::int from activity_items) as activity,
    (select count(*)::int from postback_calls) as calls,
    (select count(*)::int from graphile_worker.jobs) as jobs`

import { expect, test } from 'vitest'
import type { WebSearch } from '#contract/partners/brands.ts'
import { contentFolder, KITCHEN } from '#support/server/money/content.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const files = contentFolder(server)
await files.picture('kitchen.png')
await files.apply(KITCHEN)

async function search(person: Person, query: string) {
  const answer = await person.send('GET', `/v2/my/websearch/search/?${query}`)
  return { status: answer.status, body: (await answer.json()) as WebSearch }
}

test('shops and the user’s own links are found, and the answer names the source (R-524, A-105, D-56)', async () => {
  const ana = await signUp(server)
  const bob = await signUp(server)
  await addLink(ana, 'https://pans.example/kitchen-pan')
  // The shop itself, which is already in the results.
  await addLink(ana, 'https://kitchen.example/')
  await addLink(bob, 'https://secret.example/kitchen-secret')
  const { status, body } = await search(ana, 'q=KITCHEN')
  expect(status).toBe(200)
  expect([body.source, body.engine, body.next]).toEqual(['local', '', null])
  expect(body.results.map(({ url, in_network }) => [url, in_network])).toEqual([
    ['https://kitchen.example', true],
    ['https://shop.mall.example/eu', true],
    ['https://pans.example/kitchen-pan', false],
  ])
  const [shop] = body.results
  expect([shop?.title, shop?.domain]).toEqual(['Sample Kitchen', 'kitchen.example'])
  expect(shop?.image_url).toMatch(/^\/media\//)
  // Wildcards of SQL patterns are matched literally.
  expect((await search(ana, 'q=%25')).body.count).toBe(0)
})

test('results have pages, and an empty search is refused', async () => {
  const ana = await signUp(server)
  const first = await search(ana, 'q=kitchen&page_size=1')
  expect([first.body.count, first.body.results.length]).toEqual([2, 1])
  const next = await ana.send('GET', String(first.body.next))
  const second = (await next.json()) as WebSearch
  expect(second.results.map(({ url }) => url)).toEqual(['https://shop.mall.example/eu'])
  expect(second.next).toBeNull()
  const wrong = await search(ana, 'q=')
  expect([wrong.status, wrong.body]).toEqual([400, { errors: { q: ['Enter a search term.'] } }])
})

test('brands and own links are found with any accents, dashes and apostrophes', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://pans.example/1')
  await editLink(ana, link, { name: 'Kuchenform aus Łódź' })
  await files.apply(KITCHEN.replace('name: Sample Kitchen', 'name: Grand’mère Küchen–Café'))
  const found = async (q: string) =>
    (await search(ana, `q=${encodeURIComponent(q)}`)).body.results.map(({ title }) => title)
  const shop = 'Grand’mère Küchen–Café'
  expect(await found("grand'mere cafe")).toEqual([shop, shop])
  expect(await found('KUCHEN')).toEqual([shop, shop, 'Kuchenform aus Łódź'])
  expect(await found('lodz')).toEqual(['Kuchenform aus Łódź'])
  for (const q of ['kuchen-cafe', 'GRANDMERE kitchen.example']) {
    const path = `/v2/my/discover/organizations/?q=${encodeURIComponent(q)}`
    expect([q, await (await ana.send('GET', path)).json()]).toMatchObject([
      q,
      { count: 1, results: [{ name: shop }] },
    ])
  }
  const stores = await ana.send('GET', '/v1/merchants/stores?q=kuchen%20mall')
  expect(await stores.json()).toMatchObject({ results: [{ domain: 'shop.mall.example/eu' }] })
})

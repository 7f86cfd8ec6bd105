import { expect } from 'vitest'
import { ask, expectRefused } from '#support/server/asking.ts'
import { addLink, countClicks, editLink, LINKS, search, storeLinks } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

/**
 * Creates a user with `count` links named `Link 1`, `Link 2`, …, created one minute apart, the last
 * one newest.
 */
async function personWith(count: number): Promise<Person> {
  const person = await signUp(server)
  const start = Date.now() - count * 60_000
  await storeLinks(server, person, count, (i) => ({
    name: `Link ${i + 1}`,
    host: 'shop.example',
    createdAt: new Date(start + i * 60_000),
  }))
  return person
}

function nth<Item>(items: Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

const names = (answer: { results: { name: string }[] }) => answer.results.map(({ name }) => name)

test('a list is paged, newest first, with the address of the next page (R-135, R-171)', async () => {
  const ana = await personWith(25)
  const first = await search(ana)
  expect(first.results).toHaveLength(20)
  expect(first.count).toBe(25)
  expect(names(first).slice(0, 2)).toEqual(['Link 25', 'Link 24'])
  expect(first.next).toBe(`${LINKS}search/?page=2&page_size=20`)
  const { body: second } = await ask<typeof first>(ana, 'POST', first.next ?? '', {})
  expect(names(second)).toEqual(['Link 5', 'Link 4', 'Link 3', 'Link 2', 'Link 1'])
  expect(second.next).toBeNull()
  expect(names(await search(ana, { page: 2 }))).toEqual(names(second))
})

test('a page beyond the end is empty, not an error', async () => {
  const ana = await personWith(3)
  expect(await search(ana, { page: 9 })).toMatchObject({ results: [], next: null, count: 3 })
})

test('page size: twenty unless asked, up to 500, refused beyond', async () => {
  const ana = await personWith(120)
  expect((await search(ana, { page_size: 500 })).results).toHaveLength(120)
  expect((await search(ana, { page_size: 7 }, '?page=2')).results[0]?.name).toBe('Link 113')
  for (const [body, query, field] of [
    [{ page_size: 501 }, '', 'page_size'],
    [{ page_size: 0 }, '', 'page_size'],
    [{ page: 0 }, '', 'page'],
    [{ page: 1.5 }, '', 'page'],
    [{ page: '2' }, '', 'page'],
    [{ ordering: 'user_id' }, '', 'ordering'],
    [{ q: 7 }, '', 'q'],
    [{ tags: 'a' }, '', 'tags'],
    [{}, '?page=x', 'page'],
    [{}, '?page=-1', 'page'],
    [{}, '?page_size=1e9', 'page_size'],
  ] as const) {
    await expectRefused(ask(ana, 'POST', `${LINKS}search/${query}`, body), field, body)
  }
})

test('orderings; links with equal values have one order over all pages', async () => {
  const ana = await personWith(6)
  const rows = (await search(ana)).results
  await editLink(ana, nth(rows, 0), { name: 'banana' })
  await editLink(ana, nth(rows, 1), { name: 'Apple' })
  await countClicks(server, nth(rows, 2), 9)
  await countClicks(server, nth(rows, 3), 4)
  await server.deps.sql`update links set commission_cents = 500 where id = ${nth(rows, 4).uuid}`
  expect(names(await search(ana, { ordering: 'name' })).slice(0, 2)).toEqual(['Apple', 'banana'])
  const byClicks = await search(ana, { ordering: '-lifetime_clicks' })
  expect(byClicks.results.map((link) => link.lifetime_clicks).slice(0, 3)).toEqual([9, 4, 0])
  const byMoney = await search(ana, { ordering: '-lifetime_commissions' })
  expect(byMoney.results[0]?.lifetime_commissions).toBe(5)
  const walked = new Set<string>()
  for (const page of [1, 2, 3]) {
    const part = await search(ana, { ordering: '-lifetime_commissions', page, page_size: 2 })
    part.results.forEach(({ uuid }) => walked.add(uuid))
  }
  expect(walked.size).toBe(6)
})

test('q finds in name, URL, code and tags, without regard to case, every word', async ({ ana }) => {
  const lamp = await addLink(ana, 'https://shop.example/products/oak-arc')
  await editLink(ana, lamp, { name: 'Oak Arc Lamp', short_code: 'lampcode', tags: ['Living Room'] })
  await addLink(ana, 'https://other.example/sofa')
  const finds = ['oak', 'ARC lamp', 'lamp oak', 'products/oak', 'LAMPCODE', 'living', ' lamp ']
  for (const q of [...finds, 'shop.example'])
    expect(names(await search(ana, { q })), q).toEqual(['Oak Arc Lamp'])
  for (const q of ['oak sofa', 'lampe', 'xyz']) expect((await search(ana, { q })).count, q).toBe(0)
})

test('the special characters of LIKE are searched literally', async ({ ana }) => {
  const link = await addLink(ana)
  await editLink(ana, link, { name: '50% off_now \\o/' })
  await editLink(ana, await addLink(ana), { name: '500 offXnow' })
  for (const q of ['50%', 'off_now', '\\o/', '%', '_', '\\']) {
    expect(names(await search(ana, { q })), q).toEqual(['50% off_now \\o/'])
  }
})

test('tags: links that have all of them; domain: the target’s host', async ({ ana }) => {
  const a = await addLink(ana, 'https://www.a.example/1')
  const b = await addLink(ana, 'https://b.example/2')
  await editLink(ana, a, { tags: ['x', 'y'] })
  await editLink(ana, b, { tags: ['x'] })
  const found = async (body: object) => (await search(ana, body)).results.map(({ uuid }) => uuid)
  expect(await found({ tags: ['x'] })).toEqual([b.uuid, a.uuid])
  expect(await found({ tags: ['x', 'y'] })).toEqual([a.uuid])
  expect(await found({ tags: ['X'] })).toEqual([])
  expect(await found({ domain: 'a.example' })).toEqual([a.uuid])
  expect(await found({ domain: 'WWW.B.example' })).toEqual([b.uuid])
  expect(await found({ domain: 'example' })).toEqual([])
  expect(await found({ regular_collection_names: ['Lamps'] })).toEqual([])
})

test('hidden links are in their own list and in no other (R-172)', async () => {
  const ana = await personWith(3)
  const link = nth((await search(ana)).results, 0)
  await editLink(ana, link, { is_hidden: true })
  expect(names(await search(ana))).toEqual(['Link 2', 'Link 1'])
  const hidden = await search(ana, {}, '?is_hidden=true')
  expect(names(hidden)).toEqual(['Link 3'])
  expect(hidden.count).toBe(1)
  expect(names(await search(ana, {}, '?is_hidden=false'))).toEqual(['Link 2', 'Link 1'])
  expect((await search(ana, { page_size: 1 }, '?is_hidden=true')).next).toBeNull()
})

test('links of others are never found', async () => {
  const ana = await personWith(2)
  const eve = await signUp(server)
  for (const body of [{}, { q: 'Link' }, { domain: 'shop.example' }]) {
    expect(await search(eve, body)).toMatchObject({ results: [], count: 0 })
  }
  expect((await search(ana)).count).toBe(2)
})

test('a trailing dot does not make another host', async ({ ben }) => {
  const link = await addLink(ben, 'https://www.dotted.example./lamp')
  expect(link.domain).toBe('dotted.example')
  for (const domain of ['dotted.example', 'dotted.example.', 'WWW.dotted.example.'])
    expect((await search(ben, { domain })).results.map(({ uuid }) => uuid)).toEqual([link.uuid])
})

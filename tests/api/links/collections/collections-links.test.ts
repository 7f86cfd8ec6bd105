import { expect, test } from 'vitest'
import { MAX_COLLECTION_LINKS } from '#contract/limits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  changeMembers,
  collectionPath,
  COLLECTIONS,
  EVERY_LINK,
  ids,
  listCollections,
  listMembers,
  membersPath,
  markPageRead,
  readCollection,
  REGULAR,
  SMART,
} from '#support/server/links/collections.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'

const { server, ana } = await startWithCreator()

async function addLinks(person: Person, count: number): Promise<ShortLink[]> {
  const made: ShortLink[] = []
  for (let i = 0; i < count; i++) made.push(await addLink(person))
  return made
}
const members = async (collection: { uuid: string }) =>
  ids((await listMembers(ana, collection)).results)

test('links are added in the order given, each once, and listed (R-235, R-242, A-047, A-051)', async () => {
  const links = await addLinks(ana, 3)
  const [a, b, c] = ids(links)
  const lamps = await addCollection(ana, 'Lamps')
  const added = await ask(ana, 'POST', membersPath(lamps), { uuids: [b, a, b?.toUpperCase()] })
  expect(added).toMatchObject({ status: 200, body: { link_count: 2, link_uuids: [b, a] } })
  const more = await ask(ana, 'POST', `${REGULAR}${lamps.uuid}/links/`, { uuids: [a, c] })
  expect(more.body).toMatchObject({ link_count: 3, link_uuids: [b, a, c] })
  expect(await readCollection(ana, lamps)).toEqual(more.body)
  const page = await listMembers(ana, lamps)
  expect(page).toMatchObject({ count: 3, next: null })
  expect(ids(page.results)).toEqual([b, a, c])
  expect(page.results[0]).toEqual(await readLink(ana, { uuid: b ?? '' }))
  expect((await ask(ana, 'GET', `${REGULAR}${lamps.uuid}/links/`)).body).toEqual(page)
  expect(page.results[0]?.regular_collection_names).toEqual(['Lamps'])
})

test('links are listed in pages (A-047)', async () => {
  const links = await addLinks(ana, 3)
  const lamps = await addCollection(ana, 'Paged')
  await changeMembers(ana, 'POST', lamps, links)
  const first = await listMembers(ana, lamps, '?page_size=2')
  expect(first.next).toBe(`${membersPath(lamps)}?page_size=2&page=2`)
  expect(first.count).toBe(3)
  const second = await ask<typeof first>(ana, 'GET', first.next ?? '')
  expect([...ids(first.results), ...ids(second.body.results)]).toEqual(ids(links))
  expect(second.body.next).toBeNull()
  expect((await listMembers(ana, lamps, '?page=50')).results).toEqual([])
  expect((await ask(ana, 'GET', `${membersPath(lamps)}?page=-1`)).status).toBe(400)
})

test('links are removed, and removing them again is no error (A-047)', async () => {
  const links = await addLinks(ana, 3)
  const lamps = await addCollection(ana, 'Thinned')
  await changeMembers(ana, 'POST', lamps, links)
  for (let i = 0; i < 2; i++) {
    const removed = await changeMembers(ana, 'DELETE', lamps, links.slice(0, 2))
    expect(removed).toMatchObject({ status: 200, body: { link_count: 1 } })
  }
  expect(await members(lamps)).toEqual(ids(links.slice(2)))
  expect((await readLink(ana, { uuid: ids(links)[0] ?? '' })).regular_collection_names).toEqual([])
})

test('links are reordered, and unnamed ones keep their places (A-047)', async () => {
  const [a, b, c, d] = (await addLinks(ana, 4)) as [ShortLink, ShortLink, ShortLink, ShortLink]
  const lamps = await addCollection(ana, 'Ordered')
  await changeMembers(ana, 'POST', lamps, [a, b, c, d])
  const order = async (...wanted: ShortLink[]) => {
    const { body } = await changeMembers(ana, 'PATCH', lamps, wanted)
    expect(body.link_uuids).toEqual(await members(lamps))
    return body.link_uuids
  }
  expect(await order(d, c, b, a)).toEqual(ids([d, c, b, a]))
  expect(await order(a, d)).toEqual(ids([a, c, b, d]))
  // One link was removed in another tab in the meantime.
  await changeMembers(ana, 'DELETE', lamps, [c])
  expect(await order(d, c, b, a)).toEqual(ids([d, b, a]))
})

test('the first four with their pictures make the preview (R-230, A-048)', async () => {
  const links = await addLinks(ana, 5)
  const lamps = await addCollection(ana, 'Previewed')
  await changeMembers(ana, 'POST', lamps, links)
  const [a, b, c, d] = ids(links)
  await markPageRead(server, { uuid: b ?? '' }, 'second.webp')
  expect((await readCollection(ana, lamps)).links).toEqual([
    { uuid: a, image_url: null },
    { uuid: b, image_url: '/media/second.webp' },
    { uuid: c, image_url: null },
    { uuid: d, image_url: null },
  ])
})

test('a hidden link stays in its collection but is neither shown nor counted (D-23)', async () => {
  const [a, b, c] = (await addLinks(ana, 3)) as [ShortLink, ShortLink, ShortLink]
  const lamps = await addCollection(ana, 'Half hidden')
  await changeMembers(ana, 'POST', lamps, [a, b, c])
  await editLink(ana, b, { is_hidden: true })
  expect(await readCollection(ana, lamps)).toMatchObject({
    link_count: 2,
    link_uuids: ids([a, c]),
    links: [{ uuid: a.uuid }, { uuid: c.uuid }],
  })
  expect(await listMembers(ana, lamps)).toMatchObject({ count: 2 })
  await changeMembers(ana, 'PATCH', lamps, [c, a])
  expect((await readLink(ana, b)).regular_collection_names).toEqual(['Half hidden'])
  await editLink(ana, b, { is_hidden: false })
  expect(await members(lamps)).toEqual(ids([c, b, a]))
})

test('only the rule moves links of a smart collection (D-30, A-055)', async () => {
  const link = await addLink(ana)
  const ruled = await addSmart(ana, 'Ruled', { tags: ['none'] })
  const text = 'A rule selects and orders the links of a smart collection. Change the rule instead.'
  const refused = fieldError('non_field_errors', text)
  for (const method of ['POST', 'DELETE', 'PATCH'] as const) {
    expect(await changeMembers(ana, method, ruled, [link])).toEqual(refused)
    const path = `${SMART}${ruled.uuid}/links/`
    expect(await ask(ana, method, path, { uuids: [link.uuid] })).toEqual(refused)
    const asRegular = `${REGULAR}${ruled.uuid}/links/`
    expect((await ask(ana, method, asRegular, { uuids: [link.uuid] })).status).toBe(404)
  }
  expect(await members(ruled)).toEqual([])
})

test('foreign and unknown links are refused, and nothing is added (A-047)', async () => {
  const [own, eve] = [await addLink(ana), await signUp(server)]
  const eves = await addLink(eve)
  const lamps = await addCollection(ana, 'Mine alone')
  const unknown = { errors: { uuids: ['This link does not exist.'] } }
  for (const stranger of [eves, { uuid: crypto.randomUUID() }]) {
    expect((await changeMembers(ana, 'POST', lamps, [own, stranger])).body).toEqual(unknown)
  }
  for (const uuids of [undefined, [], 'x', ['x'], [7], null]) {
    for (const method of ['POST', 'DELETE', 'PATCH'])
      await expectRefused(ask(ana, method, membersPath(lamps), { uuids }), 'uuids')
  }
  expect(await members(lamps)).toEqual([])
})

test('a collection has a maximum number of links', async () => {
  const ben = await signUp(server)
  await server.deps.sql`
    insert into links (user_id, short_code, name, url, host)
    select ${ben.uuid}, 'full-' || n, n, 'https://a.example/', 'a.example'
    from generate_series(1, ${MAX_COLLECTION_LINKS}) as n`
  const rows = await server.deps.sql<{ uuid: string }[]>`
    select id as uuid from links where user_id = ${ben.uuid}`
  const full = await addCollection(ben, 'Full')
  expect((await changeMembers(ben, 'POST', full, rows)).body.link_count).toBe(MAX_COLLECTION_LINKS)
  const one = await addLink(ben)
  const text = `Full is full. A collection can have ${MAX_COLLECTION_LINKS} links.`
  expect(await changeMembers(ben, 'POST', full, [one])).toEqual(fieldError('uuids', text))
  const named = await editLink(ben, one, { regular_collection_names: ['Full'] })
  expect(named.body.errors).toEqual({ regular_collection_names: [text] })
})

test('the same link added twice at once is in it once (A-047)', async () => {
  const links = await addLinks(ana, 3)
  const lamps = await addCollection(ana, 'Raced')
  const add = async () => (await changeMembers(ana, 'POST', lamps, links)).status
  const statuses = await Promise.all([add(), add(), add(), add(), add(), add(), add(), add()])
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await readCollection(ana, lamps)).toMatchObject({ link_count: 3, link_uuids: ids(links) })
})

test('adding links to a collection while it is deleted succeeds or is a 404 (A-046, A-047)', async () => {
  for (let round = 0; round < 5; round++) {
    const link = await addLink(ana)
    const lamps = await addCollection(ana, `Doomed ${round}`)
    const [added, deleted] = await Promise.all([
      changeMembers(ana, 'POST', lamps, [link]),
      ask(ana, 'DELETE', collectionPath(lamps)),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 404]).toContain(added.status)
    expect((await readLink(ana, link)).regular_collection_names).toEqual([])
  }
  const left = await server.deps.sql`
    select 1 from collection_links where collection_id not in (select id from collections)`
  expect(left).toHaveLength(0)
})

test('a page of collections takes as many queries for forty as for four (R-236)', async () => {
  const ben = await signUp(server)
  const link = await addLink(ben)
  const queries = watchStatements()
  const counted = async () => {
    queries.forget()
    const { results } = await listCollections(ben, '?page_size=100')
    return { collections: results.length, queries: queries.texts().length }
  }
  const grow = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await changeMembers(ben, 'POST', await addCollection(ben, `R${i}`), [link])
      await addSmart(ben, `S${i}`, EVERY_LINK)
    }
  }
  await grow(0, 2)
  const few = await counted()
  await grow(2, 20)
  expect(await counted()).toEqual({ collections: 40, queries: few.queries })
  expect(few).toMatchObject({ collections: 4, queries: expect.any(Number) as number })
  expect(few.queries).toBeGreaterThan(3)
  expect(few.queries).toBeLessThan(12)
  queries.stop()
  expect((await ask(ben, 'GET', COLLECTIONS)).status).toBe(200)
})

import { afterEach, expect, vi } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import { ask } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  changedCollections,
  changeMembers,
  collectionPath,
  COLLECTIONS,
  editCollection,
  EVERY_LINK,
  ids,
  listCollections,
} from '#support/server/links/collections.ts'
import { waitForPage, addHeldPage, og } from '#support/server/links/extraction.ts'
import { addLink, editLink, search } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)
afterEach(() => vi.useRealTimers())

const NOTHING = { results: [], removed: [] }
const byId = (a: Collection, b: Collection) => a.uuid.localeCompare(b.uuid)

test('a picture found on the target page changes the preview (R-226)', async () => {
  const [ana, site] = [await signUp(server), await startShopSite()]
  await server.deps.jobs.start()
  site.put('/lamp.jpg', pictureAt(await picture()))
  const page = addHeldPage(site, '/lamp', og('Lamp', '/lamp.jpg'))
  const link = await addLink(ana, page.url)
  const lamps = await addCollection(ana, 'Lamps')
  await changeMembers(ana, 'POST', lamps, [link])
  await page.asked()
  const { cursor } = await listCollections(ana)
  page.release()
  const { image_url } = await waitForPage(ana, link)
  expect(image_url).toMatch(/^\/media\//)
  const { results } = await changedCollections(ana, cursor)
  expect(results).toMatchObject([{ uuid: lamps.uuid, links: [{ uuid: link.uuid, image_url }] }])
  await server.deps.jobs.stop()
  await site.stop()
})

test('many changes are paged, with each collection once', async ({ ana }) => {
  let { cursor } = await listCollections(ana)
  await server.deps.sql`
    insert into collections (user_id, kind, name, rule, change_seq)
    select ${ana.uuid}, case when n % 2 = 0 then 'smart' else 'regular' end, 'n' || n,
      case when n % 2 = 0 then '{"tags":[],"match":"any","domain":null,"created_within_days":null,
        "min_clicks":null,"ordering":"name","limit":9}'::jsonb end,
      1 from generate_series(1, 230) as n`
  await addLink(ana)
  const seen: string[] = []
  for (let part = 0; part < 10; part++) {
    const delta = await changedCollections(ana, cursor)
    expect(delta.results.length).toBeLessThanOrEqual(100)
    seen.push(...ids(delta.results))
    cursor = delta.cursor
    if (!delta.has_more) break
  }
  expect(seen).toHaveLength(230)
  expect(new Set(seen).size).toBe(230)
  expect((await changedCollections(ana, cursor)).results).toEqual([])
})

test('an invalid or foreign cursor is answered with complete: false', async ({ ana, eve }) => {
  const { cursor } = await listCollections(ana)
  const links = await search(ana)
  const eves = (await listCollections(eve)).cursor
  const forged = cursor.replace(/:\d+:/, ':999999:')
  for (const since of ['', 'nonsense', links.cursor, eves, forged, `${cursor}x`, '\u0000']) {
    const delta = await changedCollections(ana, since)
    expect(delta, since).toEqual({ ...NOTHING, cursor: '', has_more: false, complete: false })
  }
})

test('a cursor expires each day only if a rule depends on the age of links', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await addSmart(ana, 'This week', { created_within_days: 7 })
  await addSmart(ben, 'All', EVERY_LINK)
  const [anas, bens] = [(await listCollections(ana)).cursor, (await listCollections(ben)).cursor]
  expect((await changedCollections(ana, anas)).complete).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
  expect((await changedCollections(ana, anas)).complete).toBe(false)
  expect((await changedCollections(ben, bens)).complete).toBe(true)
})

test('a copy updated by deltas equals the list after concurrent edits', async ({ ana }) => {
  const links = await Promise.all(Array.from({ length: 6 }, () => addLink(ana)))
  const names = links.map((_, i) => `Lamps ${i}`)
  const made = await Promise.all(names.map((name) => addCollection(ana, name)))
  await addSmart(ana, 'Tagged', { tags: ['t1', 't3'] })
  const first = await listCollections(ana, '?page_size=100')
  const copy = new Map(first.results.map((collection) => [collection.uuid, collection]))
  let { cursor } = first
  const follow = async () => {
    const delta = await changedCollections(ana, cursor)
    for (const collection of delta.results) copy.set(collection.uuid, collection)
    for (const uuid of delta.removed) copy.delete(uuid)
    cursor = delta.cursor
  }
  const editing = new AbortController()
  const following = (async () => {
    while (!editing.signal.aborted) await follow()
  })()
  await Promise.all(
    made.flatMap((collection, i) => [
      changeMembers(ana, 'POST', collection, links),
      changeMembers(ana, 'DELETE', collection, links.slice(i)),
      editCollection(ana, collection, { name: `Sofas ${i}` }),
      editLink(ana, links[i] ?? { uuid: '' }, { is_hidden: i % 2 === 0, tags: [`t${i}`] }),
      ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids: ids(made.toReversed()) }),
      i % 3 ? addSmart(ana, `S${i}`, EVERY_LINK) : ask(ana, 'DELETE', collectionPath(collection)),
    ]),
  )
  editing.abort()
  await following
  await follow()
  const { results } = await listCollections(ana, '?page_size=100')
  expect([...copy.values()].sort(byId)).toEqual(results.sort(byId))
}, 60_000)

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Collection } from '../../src/contract/collections.ts'
import {
  addCollection,
  addPicture,
  addSmart,
  ask,
  changedCollections,
  changeMembers,
  collectionPath,
  COLLECTIONS,
  editCollection,
  ids,
  listCollections,
  REGULAR,
} from '../support/server/collections.ts'
import { addLink, editLink, LINKS } from '../support/server/links.ts'
import { signUp, type Person } from '../support/server/people.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())
afterEach(() => vi.useRealTimers())

/** Tells after each act which collections the next delta names. */
async function follower(person: Person) {
  let { cursor } = await listCollections(person)
  return async () => {
    const delta = await changedCollections(person, cursor)
    expect(delta.complete).toBe(true)
    cursor = delta.cursor
    return { changed: ids(delta.results), removed: delta.removed }
  }
}
const NOTHING = { changed: [], removed: [] }
const only = (...collections: { uuid: string }[]) => ({ changed: ids(collections), removed: [] })

test('what changed since a cursor, and only that (A-043)', async () => {
  const ana = await signUp(server)
  const [kept, edited] = [await addCollection(ana, 'Kept'), await addCollection(ana, 'Edited')]
  const { cursor } = await listCollections(ana)
  await editCollection(ana, edited, { name: 'Edited again' })
  await editCollection(ana, kept, { name: 'Kept', layout: 'list' })
  const added = await addCollection(ana, 'Added')
  const delta = await changedCollections(ana, cursor)
  expect(delta).toMatchObject({ removed: [], has_more: false, complete: true })
  expect(delta.results).toMatchObject([
    { uuid: edited.uuid, name: 'Edited again' },
    { uuid: added.uuid },
  ])
  expect(await changedCollections(ana, delta.cursor)).toMatchObject({ results: [] })
})

test('nothing changed: a small answer, the same cursor, no write, no rule evaluated', async () => {
  const ana = await signUp(server)
  await addLink(ana)
  await addSmart(ana, 'Ruled', {})
  const { cursor } = await listCollections(ana)
  const state = () => server.deps.sql`select xmin, change_seq from users where id = ${ana.uuid}`
  const before = await state()
  const queries = vi.spyOn(server.deps.sql, 'unsafe')
  const response = await ana.send('GET', `${COLLECTIONS}?since=${cursor}`)
  expect(queries.mock.calls.filter(([query]) => query.includes('from "links"'))).toEqual([])
  queries.mockRestore()
  const text = await response.text()
  expect(text.length).toBeLessThan(512)
  const nothing = { results: [], removed: [], cursor, has_more: false, complete: true }
  expect(JSON.parse(text)).toEqual(nothing)
  expect([...(await state())]).toEqual([...before])
})

test('whatever changes count, order or preview of a regular collection is in it', async () => {
  const ana = await signUp(server)
  const [a, b, outside] = [await addLink(ana), await addLink(ana), await addLink(ana)]
  const lamps = await addCollection(ana, 'Lamps')
  await addCollection(ana, 'Untouched')
  const next = await follower(ana)
  await changeMembers(ana, 'POST', lamps, [a, b])
  expect(await next()).toEqual(only(lamps))
  await changeMembers(ana, 'POST', lamps, [b, a])
  expect(await next()).toEqual(NOTHING)
  await changeMembers(ana, 'PATCH', lamps, [b, a])
  expect(await next()).toEqual(only(lamps))
  await changeMembers(ana, 'PATCH', lamps, [b, a])
  expect(await next()).toEqual(NOTHING)
  await editLink(ana, a, { is_hidden: true })
  expect(await next()).toEqual(only(lamps))
  await editLink(ana, a, { is_hidden: false })
  expect(await next()).toEqual(only(lamps))
  await editLink(ana, a, { custom_image_upload_id: await addPicture(server, ana) })
  expect(await next()).toEqual(only(lamps))
  await editLink(ana, a, { custom_image_params: { x1: 0, y1: 0, x2: 0.5, y2: 1 } })
  expect(await next()).toEqual(only(lamps))
  await editLink(ana, a, { name: 'Renamed', tags: ['x'] })
  await editLink(ana, outside, { is_hidden: true })
  expect(await next()).toEqual(NOTHING)
  await ana.send('POST', `${LINKS}${a.uuid}/clone/`)
  expect(await next()).toEqual(only(lamps))
  await editLink(ana, b, { regular_collection_names: [] })
  expect(await next()).toEqual(only(lamps))
  await changeMembers(ana, 'DELETE', lamps, [a])
  expect(await next()).toEqual(only(lamps))
  await changeMembers(ana, 'DELETE', lamps, [a])
  expect(await next()).toEqual(NOTHING)
})

test('smart ones are in it whenever any link changed', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const [ruled] = [await addSmart(ana, 'Ruled', { tags: ['sale'] })]
  await addCollection(ana, 'Regular')
  const { cursor } = await listCollections(ana)
  await ana.send('PATCH', LINKS, { uuids: [link.uuid], tags: ['sale'] })
  const delta = await changedCollections(ana, cursor)
  expect(delta.results).toMatchObject([{ uuid: ruled.uuid, link_count: 1 }])
  expect((await changedCollections(ana, delta.cursor)).results).toEqual([])
})

test('a deleted one is told as removed, its links as changed', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana)
  const [lamps, ruled] = [await addCollection(ana, 'Lamps'), await addSmart(ana, 'Ruled', {})]
  await changeMembers(ana, 'POST', lamps, [link])
  const next = await follower(ana)
  await ask(ana, 'DELETE', collectionPath(lamps))
  expect(await next()).toEqual({ changed: [ruled.uuid], removed: [lamps.uuid] })
  await ask(ana, 'DELETE', collectionPath(ruled))
  expect(await next()).toEqual({ changed: [], removed: [ruled.uuid] })
  // Made and deleted in between: of no harm to a copy that never had it.
  await ask(ana, 'DELETE', collectionPath(await addCollection(ana, 'Lamps')))
  expect((await next()).changed).toEqual([])
})

test('the order of collections is told, for those that moved', async () => {
  const ana = await signUp(server)
  const [a, b, c] = [
    await addCollection(ana, 'A'),
    await addCollection(ana, 'B'),
    await addCollection(ana, 'C'),
  ]
  await ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids: ids([a, b, c]) })
  const next = await follower(ana)
  await ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids: ids([c, b, a]) })
  expect((await next()).changed.toSorted()).toEqual(ids([a, c]).toSorted())
})

test('a list of one kind has changes of its own', async () => {
  const ana = await signUp(server)
  const lamps = await addCollection(ana, 'Lamps')
  const { cursor } = await listCollections(ana, '', REGULAR)
  const ruled = await addSmart(ana, 'Ruled', {})
  await editCollection(ana, lamps, { name: 'Sofas' })
  const { body } = await ask(ana, 'GET', `${REGULAR}?since=${cursor}`)
  expect(body).toMatchObject({ results: [{ uuid: lamps.uuid }], removed: [ruled.uuid] })
  expect(await changedCollections(ana, cursor, '&q=lamp')).toMatchObject({
    results: [],
    removed: expect.arrayContaining([lamps.uuid]) as string[],
  })
})

test('many changes come in parts, each collection once', async () => {
  const ana = await signUp(server)
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

test('a cursor that is not one of this list is answered with complete: false', async () => {
  const [ana, eve] = [await signUp(server), await signUp(server)]
  const { cursor } = await listCollections(ana)
  const links = (await (await ana.send('POST', `${LINKS}search/`, {})).json()) as Collection & {
    cursor: string
  }
  const eves = (await listCollections(eve)).cursor
  const forged = cursor.replace(/:\d+:/, ':999999:')
  for (const since of ['', 'nonsense', links.cursor, eves, forged, `${cursor}x`, '\u0000']) {
    expect(await changedCollections(ana, since), since).toEqual({
      results: [],
      removed: [],
      cursor: '',
      has_more: false,
      complete: false,
    })
  }
})

test('with a rule about age a copy is read again each day, without one it holds for ever', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await addSmart(ana, 'This week', { created_within_days: 7 })
  await addSmart(ben, 'All', {})
  const [anas, bens] = [(await listCollections(ana)).cursor, (await listCollections(ben)).cursor]
  expect((await changedCollections(ana, anas)).complete).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
  expect((await changedCollections(ana, anas)).complete).toBe(false)
  expect((await changedCollections(ben, bens)).complete).toBe(true)
})

test('a copy kept by deltas alone is the list, while many edit at once', async () => {
  const ana = await signUp(server)
  const links = await Promise.all(Array.from({ length: 6 }, () => addLink(ana)))
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, i) => addCollection(ana, `Lamps ${i}`)),
  )
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
      i % 3 === 0 ? ask(ana, 'DELETE', collectionPath(collection)) : addSmart(ana, `S${i}`, {}),
    ]),
  )
  editing.abort()
  await following
  await follow()
  const { results } = await listCollections(ana, '?page_size=100')
  const byId = (a: Collection, b: Collection) => a.uuid.localeCompare(b.uuid)
  expect([...copy.values()].sort(byId)).toEqual(results.sort(byId))
}, 60_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
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
  EVERY_LINK,
  ids,
  listCollections,
  REGULAR,
} from '#support/server/links/collections.ts'
import { addLink, editLink, LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** Returns a function that reads the collections changed since its last call. */
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
  await addSmart(ana, 'Ruled', EVERY_LINK)
  const { cursor } = await listCollections(ana)
  const state = () => server.deps.sql`select xmin, change_seq from users where id = ${ana.uuid}`
  const before = await state()
  const queries = watchStatements()
  const response = await ana.send('GET', `${COLLECTIONS}?since=${cursor}`)
  expect(queries.texts().filter((text) => text.includes('from "links"'))).toEqual([])
  queries.stop()
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
  const [lamps, ruled] = [
    await addCollection(ana, 'Lamps'),
    await addSmart(ana, 'Ruled', EVERY_LINK),
  ]
  await changeMembers(ana, 'POST', lamps, [link])
  const next = await follower(ana)
  await ask(ana, 'DELETE', collectionPath(lamps))
  expect(await next()).toEqual({ changed: [ruled.uuid], removed: [lamps.uuid] })
  await ask(ana, 'DELETE', collectionPath(ruled))
  expect(await next()).toEqual({ changed: [], removed: [ruled.uuid] })
  // A collection created and deleted in between does not affect a copy that never had it.
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
  const ruled = await addSmart(ana, 'Ruled', EVERY_LINK)
  await editCollection(ana, lamps, { name: 'Sofas' })
  const { body } = await ask(ana, 'GET', `${REGULAR}?since=${cursor}`)
  expect(body).toMatchObject({ results: [{ uuid: lamps.uuid }], removed: [ruled.uuid] })
  expect(await changedCollections(ana, cursor, '&q=lamp')).toMatchObject({
    results: [],
    removed: expect.arrayContaining([lamps.uuid]) as string[],
  })
})

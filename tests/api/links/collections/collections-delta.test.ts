import { expect } from 'vitest'
import { ask } from '#support/server/asking.ts'
import {
  addCollection,
  addPicture,
  addSmart,
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
import { startTestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer()
const test = withPeople(server)

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

test('a delta contains only what changed since the cursor (A-043)', async ({ ana }) => {
  const [kept, edited] = [await addCollection(ana, 'Kept'), await addCollection(ana, 'Edited')]
  const { cursor } = await listCollections(ana)
  await editCollection(ana, edited, { name: 'Edited again' })
  await editCollection(ana, kept, { name: 'Kept', layout: 'list' })
  const added = await addCollection(ana, 'Added')
  const delta = await changedCollections(ana, cursor)
  const results = [{ uuid: edited.uuid, name: 'Edited again' }, { uuid: added.uuid }]
  expect(delta).toMatchObject({ results, removed: [], has_more: false, complete: true })
  expect(await changedCollections(ana, delta.cursor)).toMatchObject({ results: [] })
})

test('without changes a delta is small, keeps the cursor, writes nothing and evaluates no rule', async () => {
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

test('a delta has each regular collection whose count, order or preview changed', async () => {
  const ana = await signUp(server)
  const [a, b, outside] = [await addLink(ana), await addLink(ana), await addLink(ana)]
  const lamps = await addCollection(ana, 'Lamps')
  await addCollection(ana, 'Untouched')
  const picture = await addPicture(server, ana)
  const next = await follower(ana)
  const changesIt = async (change: Promise<unknown>) => {
    await change
    expect(await next()).toEqual({ changed: [lamps.uuid], removed: [] })
  }
  const changesNothing = async (change: Promise<unknown>) => {
    await change
    expect(await next()).toEqual({ changed: [], removed: [] })
  }
  await changesIt(changeMembers(ana, 'POST', lamps, [a, b]))
  await changesNothing(changeMembers(ana, 'POST', lamps, [b, a]))
  await changesIt(changeMembers(ana, 'PATCH', lamps, [b, a]))
  await changesNothing(changeMembers(ana, 'PATCH', lamps, [b, a]))
  await changesIt(editLink(ana, a, { is_hidden: true }))
  await changesIt(editLink(ana, a, { is_hidden: false }))
  await changesIt(editLink(ana, a, { custom_image_upload_id: picture }))
  await changesIt(editLink(ana, a, { custom_image_params: { x1: 0, y1: 0, x2: 0.5, y2: 1 } }))
  await changesNothing(editLink(ana, a, { name: 'Renamed', tags: ['x'] }))
  await changesNothing(editLink(ana, outside, { is_hidden: true }))
  await changesIt(ana.send('POST', `${LINKS}${a.uuid}/clone/`))
  await changesIt(editLink(ana, b, { regular_collection_names: [] }))
  await changesIt(changeMembers(ana, 'DELETE', lamps, [a]))
  await changesNothing(changeMembers(ana, 'DELETE', lamps, [a]))
})

test('a delta has the smart collections whenever any link changed', async ({ ana }) => {
  const link = await addLink(ana)
  const ruled = await addSmart(ana, 'Ruled', { tags: ['sale'] })
  await addCollection(ana, 'Regular')
  const { cursor } = await listCollections(ana)
  await ana.send('PATCH', LINKS, { uuids: [link.uuid], tags: ['sale'] })
  const delta = await changedCollections(ana, cursor)
  expect(delta.results).toMatchObject([{ uuid: ruled.uuid, link_count: 1 }])
  expect((await changedCollections(ana, delta.cursor)).results).toEqual([])
})

test('a deleted collection is in the delta as removed', async ({ ana }) => {
  const link = await addLink(ana)
  const lamps = await addCollection(ana, 'Lamps')
  const ruled = await addSmart(ana, 'Ruled', EVERY_LINK)
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

test('a new order puts the moved collections in the delta', async ({ ana }) => {
  const uuids: string[] = []
  for (const name of ['A', 'B', 'C']) uuids.push((await addCollection(ana, name)).uuid)
  const [a, , c] = uuids
  await ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids })
  const next = await follower(ana)
  await ask(ana, 'PATCH', `${COLLECTIONS}order/`, { uuids: uuids.toReversed() })
  expect((await next()).changed.toSorted()).toEqual([a, c].toSorted())
})

test('a filtered list of collections has its own deltas', async ({ ana }) => {
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

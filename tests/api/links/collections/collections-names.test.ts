import { expect, test } from 'vitest'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addCollection,
  addSmart,
  changedCollections,
  changeMembers,
  collectionPath,
  editCollection,
  EVERY_LINK,
  ids,
  listCollections,
  readCollection,
} from '#support/server/links/collections.ts'
import {
  addLink,
  changes,
  editLink,
  linkPath,
  LINKS,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { watchStatements } from '#support/server/processes/statements.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const url = 'https://shop.example/lamp'
const create = (person: Person, regular_collection_names: string[]) =>
  ask<Made>(person, 'POST', LINKS, { url, regular_collection_names })
const refused = (text: string) => fieldError('regular_collection_names', text)
const namesOf = async (person: Person, link: { uuid: string }) =>
  (await readLink(person, link)).regular_collection_names

test('a new link is added to the named collections (R-155, R-169, R-174, A-026)', async () => {
  const ana = await signUp(server)
  const [lamps, sofas] = [await addCollection(ana, 'Lamps'), await addCollection(ana, 'Sofas')]
  const { status, body } = await create(ana, ['sofas', ' Lamps ', 'Sofas', ''])
  expect([status, body.result.regular_collection_names]).toEqual([201, ['Lamps', 'Sofas']])
  const held = { link_count: 1, link_uuids: [body.result.uuid] }
  for (const collection of [lamps, sofas])
    expect(await readCollection(ana, collection)).toMatchObject(held)
})

test('an unknown collection name is refused on its field, and no link is created (R-174, A-026)', async () => {
  const [ana, eve] = [await signUp(server), await signUp(server)]
  await addCollection(ana, 'Lamps')
  await addCollection(eve, 'Chairs')
  await addSmart(ana, 'Ruled', EVERY_LINK)
  const link = await addLink(ana)
  const unknown = refused('There is no collection called Chairs.')
  expect(await create(ana, ['Lamps', 'Chairs'])).toEqual(unknown)
  const both = { regular_collection_names: ['Chairs', 'Lamps'] }
  expect(await editLink(ana, link, both)).toEqual(unknown)
  const ruled = refused('Ruled is a smart collection. Its rule selects the links.')
  expect(await create(ana, ['Ruled'])).toEqual(ruled)
  expect((await search(ana)).count).toBe(1)
  expect(await namesOf(ana, link)).toEqual([])
})

test('an edit sets exactly the named collections; without the field they stay (A-029, R-169)', async () => {
  const ana = await signUp(server)
  const [a, b] = [await addCollection(ana, 'A'), await addCollection(ana, 'B')]
  const [first, link] = [await addLink(ana), await addLink(ana)]
  await changeMembers(ana, 'POST', b, [first])
  const set = async (names: string[]) => {
    const { body } = await editLink(ana, link, { regular_collection_names: names })
    expect(await readLink(ana, link)).toEqual(body)
    return body.regular_collection_names
  }
  expect(await set(['A'])).toEqual(['A'])
  expect(await set(['B', 'a'])).toEqual(['A', 'B'])
  expect((await readCollection(ana, b)).link_uuids).toEqual(ids([first, link]))
  await editLink(ana, link, { name: 'Lamp' })
  expect(await set(['B'])).toEqual(['B'])
  expect((await readCollection(ana, a)).link_count).toBe(0)
  expect(await set([])).toEqual([])
  expect((await readCollection(ana, b)).link_uuids).toEqual(ids([first]))
})

test('saving the same names changes nothing', async () => {
  const ana = await signUp(server)
  await addCollection(ana, 'A')
  const { result: link } = (await create(ana, ['A'])).body
  const [links, collections] = [(await search(ana)).cursor, (await listCollections(ana)).cursor]
  const { body } = await editLink(ana, link, { regular_collection_names: ['A'] })
  expect(body.updated_at).toBe(link.updated_at)
  expect((await changes(ana, links)).results).toEqual([])
  expect(await changedCollections(ana, collections)).toMatchObject({ results: [], removed: [] })
})

test('a clone is in the same collections (A-030, R-167)', async () => {
  const ana = await signUp(server)
  const [a] = [await addCollection(ana, 'A'), await addCollection(ana, 'B')]
  const { result: link } = (await create(ana, ['A', 'B'])).body
  const { result: clone } = (await ask<Made>(ana, 'POST', `${linkPath(link)}clone/`)).body
  expect(clone.regular_collection_names).toEqual(['A', 'B'])
  expect((await readCollection(ana, a)).link_uuids).toEqual(ids([link, clone]))
})

test('a renamed collection puts its links in the delta of links', async () => {
  const ana = await signUp(server)
  const lamps = await addCollection(ana, 'Lamps')
  const [link, outside] = [await addLink(ana), await addLink(ana)]
  let { cursor } = await search(ana)
  const next = async () => {
    const delta = await changes(ana, cursor)
    cursor = delta.cursor
    expect(ids(delta.results)).not.toContain(outside.uuid)
    return delta.results.map((changed) => changed.regular_collection_names)
  }
  await changeMembers(ana, 'POST', lamps, [link])
  expect(await next()).toEqual([['Lamps']])
  await editCollection(ana, lamps, { name: 'Lights' })
  expect(await next()).toEqual([['Lights']])
  await editCollection(ana, lamps, { layout: 'grid' })
  expect(await next()).toEqual([])
  await changeMembers(ana, 'DELETE', lamps, [link])
  expect(await next()).toEqual([[]])
  await changeMembers(ana, 'POST', lamps, [link])
  await next()
  await ask(ana, 'DELETE', collectionPath(lamps))
  expect(await next()).toEqual([[]])
})

test('links are found by all named collections, and by words of a collection’s name (A-025)', async () => {
  const [ana, eve] = [await signUp(server), await signUp(server)]
  for (const name of ['Summer lamps', 'Sofas']) await addCollection(ana, name)
  await addCollection(eve, 'Winter lamps')
  const { result: both } = (await create(ana, ['Summer lamps', 'Sofas'])).body
  const { result: one } = (await create(ana, ['Sofas'])).body
  await create(eve, ['Winter lamps'])
  const found = async (body: object) => ids((await search(ana, body)).results)
  expect(await found({ regular_collection_names: ['sofas'] })).toEqual(ids([one, both]))
  expect(await found({ regular_collection_names: ['Sofas', 'Summer Lamps'] })).toEqual(ids([both]))
  expect(await found({ regular_collection_names: ['Winter lamps'] })).toEqual([])
  expect(await found({ q: 'summer' })).toEqual(ids([both]))
  expect(await found({ q: 'winter' })).toEqual([])
  expect(await found({ q: 'sofas summer' })).toEqual(ids([both]))
})

test('a page of links reads their collections without a query per link (A-025)', async () => {
  const ana = await signUp(server)
  await addCollection(ana, 'A')
  const queries = watchStatements()
  const counted = async () => {
    queries.forget()
    await search(ana)
    return queries.texts().length
  }
  await create(ana, ['A'])
  const few = await counted()
  for (let i = 0; i < 12; i++) await create(ana, ['A'])
  expect(await counted()).toBe(few)
  expect(few).toBeGreaterThan(1)
  queries.stop()
})

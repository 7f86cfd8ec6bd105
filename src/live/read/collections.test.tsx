import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import {
  addCollectionLinks,
  collectionLinkIds,
  createCollection,
  deleteCollection,
  editCollection,
  getCollection,
} from '#api/collections.ts'
import { quiet } from '#http/client.ts'
import {
  aCollection,
  aSmartCollection,
  collectionsServer,
} from '#support/window/collections-server.ts'
import { aLink, answers, deferred, signInAs } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { storageFor } from '#mirror/store/current.ts'
import { databaseName, MIRROR_VERSION } from '#mirror/store/database.ts'
import { openMirror } from '../mirror.ts'
import { mirrorCollections, revalidate } from '../sync/revalidate.ts'
import {
  useCollection,
  useCollectionLinks,
  useCollectionPreview,
  useCollections,
} from './use-collections.ts'
import { wipeAll } from '../wipe.ts'

const ana = signInPerTest()

const stored = async (uuid = ana()) =>
  (await storageFor(uuid).everyCollection()).map((row) => row.name).sort()
const deltas = (asked: { path: string; query: URLSearchParams }[]) =>
  asked.filter((call) => call.path === '/v2/my/collections/' && call.query.has('since'))

function Names() {
  const list = useCollections()
  if (!list) return <p>not loaded</p>
  if (list.rows.length === 0) return <p>empty</p>
  return <p>{list.rows.map((row) => row.name).join(' ')}</p>
}

test('not loaded, empty and rows of collections look different (R-256, R-601)', async () => {
  const server = collectionsServer()
  const answer = deferred<Response>()
  server.instead(() => answer.promise)
  render(<Names />)
  expect(screen.getByText('not loaded')).toBeTruthy()

  server.asUsual()
  answer.resolve(answers.json({ results: [], next: null, count: 0, cursor: 'c0' }))
  expect(await screen.findByText('empty')).toBeTruthy()

  server.put(aCollection('Bedroom', { position: 2 }))
  server.put(aCollection('Kitchen', { position: 1 }))
  await act(() => revalidate('collections'))
  expect(await screen.findByText('Kitchen Bedroom')).toBeTruthy()
})

test('the local copy of collections is shown first, also offline (R-256)', async () => {
  const server = collectionsServer([], [aCollection('Bedroom')])
  await revalidate('collections')
  server.instead(() => Promise.reject(new TypeError('Failed to fetch')))
  render(<Names />)
  expect(await screen.findByText('Bedroom')).toBeTruthy()
})

test('collections are loaded before a screen shows them, and again only after minutes (R-256)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const server = collectionsServer([], [aCollection('Bedroom')])
  await mirrorCollections()
  expect(await stored()).toEqual(['Bedroom'])

  const asked = server.requests.length
  await mirrorCollections()
  expect(server.requests).toHaveLength(asked)

  server.put(aCollection('Kitchen'))
  vi.setSystemTime(Date.now() + 11 * 60_000)
  await mirrorCollections()
  expect(await stored()).toEqual(['Bedroom', 'Kitchen'])
  expect(server.requests).toHaveLength(asked + 1)
})

test('a deleted collection disappears and a renamed one is updated, with one small request (R-600)', async () => {
  const [bedroom, kitchen] = [aCollection('Bedroom'), aCollection('Kitchen')]
  const server = collectionsServer([], [bedroom, kitchen])
  await revalidate('collections')
  expect(await stored()).toEqual(['Bedroom', 'Kitchen'])
  server.remove(bedroom.uuid)
  server.put({ ...kitchen, name: 'Pantry' })
  await revalidate('collections')
  expect(await stored()).toEqual(['Pantry'])
  expect(deltas(server.requests)).toHaveLength(1)
})

test('hundreds of collections are loaded completely, in pages of a hundred (R-600)', async () => {
  const many = Array.from({ length: 230 }, (_, i) => aCollection(`Shelf ${i}`))
  const server = collectionsServer([], many)
  await revalidate('collections')
  expect(await stored()).toHaveLength(230)
  const sizes = server.requests.map((call) => call.query.get('page_size'))
  expect(sizes).toEqual(['18', '100', '100', '100', null])
})

test('the answer to a write is in the mirror before its caller continues (R-600)', async () => {
  const lamp = aLink('Lamp')
  collectionsServer([lamp])
  await revalidate('collections')
  const made = await createCollection('regular', { name: 'Bedroom' })
  expect(await stored()).toEqual(['Bedroom'])
  await editCollection(made, { name: 'Bedside' })
  expect(await stored()).toEqual(['Bedside'])
  await addCollectionLinks(made.uuid, [lamp.uuid])
  const [row] = await storageFor(ana()).collectionRows([made.uuid])
  expect(row?.link_uuids).toEqual([lamp.uuid])
  await deleteCollection(made.uuid)
  expect(await stored()).toEqual([])
})

test('a collection that the server no longer has is removed from the mirror after any request about it (R-600)', async () => {
  const shelf = aCollection('Shelf')
  const server = collectionsServer([], [shelf])
  for (const ask of [
    () => getCollection(shelf.uuid, quiet),
    () => editCollection(shelf, { name: 'New' }, quiet),
    () => addCollectionLinks(shelf.uuid, [aLink('Lamp').uuid], quiet),
    () => collectionLinkIds(shelf.uuid, { page: 1, page_size: 20 }, quiet),
    () => deleteCollection(shelf.uuid, quiet),
  ]) {
    server.asUsual()
    server.put(shelf)
    await getCollection(shelf.uuid)
    expect(await stored()).toEqual(['Shelf'])
    server.instead(() => answers.json({}, 404))
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    expect(await stored()).toEqual([])
  }
})

test("a page of a collection's links is stored as links, not as collections (R-600)", async () => {
  const lamp = aLink('Lamp')
  const shelf = aCollection('Shelf', { link_uuids: [lamp.uuid] })
  collectionsServer([lamp], [shelf])
  await collectionLinkIds(shelf.uuid, { page: 1, page_size: 20 })
  expect((await storageFor(ana()).rows([lamp.uuid]))[0]?.name).toBe('Lamp')
  expect(await stored()).toEqual([])
})

test('a smart collection follows its rule when links change, without the server (D-30, R-249)', async () => {
  const [lamp, sofa] = [aLink('Lamp', { tags: ['gift'] }), aLink('Sofa')]
  const gifts = aSmartCollection('Gifts', { tags: ['gift'] })
  const server = collectionsServer([lamp, sofa], [gifts])
  await revalidate('links')
  const { result } = renderHook(() => useCollectionLinks(useCollection(gifts.uuid)))
  await waitFor(() => expect(result.current).toEqual([lamp.uuid]))

  server.putLink({ ...sofa, tags: ['gift'] })
  await act(() => revalidate('links'))
  await waitFor(() => expect(result.current).toEqual([sofa.uuid, lamp.uuid]))
})

test('before all links are on the device, the links of a rule are unknown (D-30, R-601)', async () => {
  const lamp = aLink('Lamp', { tags: ['gift'] })
  const gifts = aSmartCollection('Gifts', { tags: ['gift'] })
  const server = collectionsServer([lamp], [{ ...gifts, link_count: 1 }])
  const answer = deferred<undefined>()
  server.instead(({ path }) => (path === '/v2/my/links/search/' ? answer.promise : undefined))
  await revalidate('collections')
  const { result } = renderHook(() => {
    const collection = useCollection(gifts.uuid)
    return [useCollectionLinks(collection), useCollectionPreview(collection ?? gifts).count]
  })
  await waitFor(() => expect(result.current).toEqual([undefined, 1]))
  answer.resolve(undefined)
  await waitFor(() => expect(result.current).toEqual([[lamp.uuid], 1]))
})

test('a preview shows the links’ current pictures (R-230)', async () => {
  const lamp = aLink('Lamp', { image_url: '/media/old' })
  const shelf = aCollection('Shelf', {
    link_uuids: [lamp.uuid],
    links: [{ uuid: lamp.uuid, image_url: '/media/old' }],
  })
  const server = collectionsServer([lamp], [shelf])
  await revalidate('links')
  const { result } = renderHook(() => useCollectionPreview(shelf))
  await waitFor(() => expect(result.current).toEqual({ count: 1, pictures: ['/media/old'] }))
  server.putLink({ ...lamp, image_url: '/media/new' })
  await act(() => revalidate('links'))
  await waitFor(() => expect(result.current.pictures).toEqual(['/media/new']))
})

test('the next user sees no collections of the previous one (R-604)', async () => {
  collectionsServer([], [aCollection('Private')])
  await revalidate('collections')
  const view = render(<Names />)
  expect(await screen.findByText('Private')).toBeTruthy()
  view.unmount()
  await wipeAll()
  signInAs('bob')
  collectionsServer([], [aCollection('Other')])
  render(<Names />)
  expect(await screen.findByText('Other')).toBeTruthy()
  expect(screen.queryByText('Private')).toBeNull()
})

test('a database from before collections opens with its links (R-600)', async () => {
  await wipeAll()
  const uuid = signInAs('ana')
  const link = { ...aLink('Lamp'), list: 'links' }
  const old = new Dexie(databaseName(uuid))
  old.version(MIRROR_VERSION - 1).stores({
    links: 'uuid, [list+created_at]',
    lists: 'name',
    walkPages: '[list+page]',
    drafts: 'name',
  })
  await old.table('links').put(link)
  old.close()
  collectionsServer([], [aCollection('Bedroom')])
  openMirror()
  await revalidate('collections')
  expect(await stored(uuid)).toEqual(['Bedroom'])
  expect((await storageFor(uuid).rows([link.uuid]))[0]?.name).toBe('Lamp')
})

import { expect, test } from 'vitest'
import { linksIndex } from '#live/mirror.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import {
  aCollection,
  aSmartCollection,
  collectionsServer,
} from '#support/window/collections-server.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { aLink } from '#support/window/links-server.ts'
import { shownLinks, openCollection } from '#support/window/open-collection.tsx'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, waitFor } from '#support/window/on-screen.ts'
import { CollectionScreen } from './collection-screen.tsx'

signInPerTest({ width: 1280 })

const PATH = '/splitpage/collection/$id'
const SENTENCE = 'Its links are not on this device yet'
const [LAMP, SOFA] = [aLink('Lamp'), aLink('Sofa')]
const aShelf = () => aCollection('Shelf', { link_uuids: [LAMP.uuid, SOFA.uuid] })

/** Opens a collection offline when its row is on the device but its links are not. */
async function openCutOff(collection = aShelf()) {
  const app = await openCollection(collection, [], {
    mirrored: ['collections'],
    respond: () => new Promise(() => {}),
  })
  showSavedCopy(app.store)
  return app
}

test.each([aShelf(), aSmartCollection('Lamps', { tags: ['lamp'] })])(
  'offline, a $type collection whose links were never loaded says so and shows no loading state (D-105)',
  async (collection) => {
    await openCutOff(collection)
    expect(await screen.findByText(SENTENCE)).toBeTruthy()
    expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull()
  },
)

test('an empty collection is shown as empty, whatever else was loaded', async () => {
  await openCutOff(aCollection('Shelf'))
  expect(await screen.findByText('No links in here yet')).toBeTruthy()
})

test('if only some links were loaded before the connection was lost, the others show what is known of them', async () => {
  await linksIndex().storage.save([LAMP])
  await openCutOff()
  await waitFor(() => expect(shownLinks()).toEqual(['Lamp']))
  expect(screen.getByText('Not on this device yet')).toBeTruthy()
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('a collection that the server cannot send shows an error and can be loaded again', async () => {
  const shelf = aShelf()
  const server = collectionsServer()
  await Promise.all([revalidate('links'), revalidate('collections')])
  server.put(shelf)
  server.instead(({ path }) => (path.includes(shelf.uuid) ? json({}, 500) : undefined))
  await renderAt(PATH, PATH.replace('$id', shelf.uuid), CollectionScreen)
  expect(await screen.findByText('Couldn’t load your collection')).toBeTruthy()
  server.asUsual()
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Shelf' })).toBeTruthy()
})

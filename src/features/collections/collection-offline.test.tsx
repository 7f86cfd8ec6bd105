import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { happen } from '#app/problems/problems.ts'
import { linksIndex, warm } from '#mirror/page.ts'
import { wipeAll } from '#mirror/wipe.ts'
import { setWidth } from '../../../tests/support/browser-window.ts'
import { aCollection, aSmartCollection } from '../../../tests/support/window/collections-server.ts'
import { aLink, signInAs } from '../../../tests/support/window/links-server.ts'
import { heldLinks, openCollection } from '../../../tests/support/window/open-collection.tsx'

beforeEach(() => {
  signInAs('ana')
  warm()
  setWidth(1280)
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  await wipeAll()
  vi.unstubAllGlobals()
})

const SENTENCE = 'Its links are not on this device yet'
const [LAMP, SOFA] = [aLink('Lamp'), aLink('Sofa')]
const aShelf = () => aCollection('Shelf', { link_uuids: [LAMP.uuid, SOFA.uuid] })

/** Its row is on the device, its links never came, and the connection is gone. */
async function openCutOff(collection = aShelf()) {
  const app = await openCollection(collection, [], {
    mirrored: ['collections'],
    respond: () => new Promise(() => {}),
  })
  act(() => app.store.set(happen, { type: 'offline' }))
  act(() => app.store.set(happen, { type: 'use-saved-copy' }))
  return app
}

test.each([aShelf(), aSmartCollection('Lamps', { tags: ['lamp'] })])(
  'offline a $type collection whose links never came says so, and does not pretend to load (D-105)',
  async (collection) => {
    await openCutOff(collection)
    expect(await screen.findByText(SENTENCE)).toBeTruthy()
    expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull()
  },
)

test('an empty collection is empty, whatever has come', async () => {
  await openCutOff(aCollection('Shelf'))
  expect(await screen.findByText('No links in here yet')).toBeTruthy()
})

test('where some links came before the connection went, the others say what they are', async () => {
  await linksIndex().storage.save([LAMP])
  await openCutOff()
  await waitFor(() => expect(heldLinks()).toEqual(['Lamp']))
  expect(screen.getByText('Not on this device yet')).toBeTruthy()
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { aLink, answers } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { recordFailuresPerTest } from '#support/window/failures.ts'
import { chooseFromMenu, press, userEvent } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { CollectionScreen } from './collection-screen.tsx'

signInPerTest({ width: 1280 })
const announced = recordFailuresPerTest()

const [LAMP, SOFA] = [aLink('Lamp'), aLink('Sofa')]

/**
 * Opens a collection, calls `before` to leave unsaved changes, then deletes it on another device.
 */
async function openThenLose(shelf: Collection, before: (user: typeof userEvent) => Promise<void>) {
  const server = collectionsServer([LAMP, SOFA], [shelf])
  await Promise.all([revalidate('links'), revalidate('collections')])
  const path = `/splitpage/collection/${shelf.uuid}`
  const app = await renderAt('/splitpage/collection/$id', path, CollectionScreen)
  await screen.findByRole('heading', { level: 1, name: shelf.name })
  // The refresh started by opening the screen must not restore it.
  await act(() => revalidate('collections'))
  await before(userEvent)
  server.remove(shelf.uuid)
  await act(() => revalidate('collections'))
  await screen.findByText(`${shelf.name} is gone`)
  return { server, ...app }
}

const aShelf = () => aCollection('Shelf', { link_uuids: [LAMP.uuid], layout: 'grid' })
const again = () => userEvent.click(screen.getByRole('button', { name: 'Create it again' }))

test('a collection deleted elsewhere while links are ticked can be created again with all of them (D-105)', async () => {
  const { server, history } = await openThenLose(aShelf(), async (user) => {
    await press('Add links')
    await user.click(await screen.findByRole('checkbox', { name: /Sofa/ }))
  })
  expect(screen.getByText(/What you had not saved is still here, too/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await again()
  await waitFor(() => expect(server.find('Shelf')?.link_uuids).toEqual([LAMP.uuid, SOFA.uuid]))
  expect(server.find('Shelf')?.layout).toBe('grid')
  await waitFor(() =>
    expect(history.location.pathname).toBe(`/splitpage/collection/${server.find('Shelf')?.uuid}`),
  )
  expect(announced).toEqual([])
})

test('a collection deleted elsewhere while it is renamed is created again with the new name (D-105)', async () => {
  const { server } = await openThenLose(aShelf(), async (user) => {
    await chooseFromMenu('More for this collection', 'Rename')
    await user.type(await screen.findByLabelText('Name'), ' two')
  })
  await again()
  await waitFor(() => expect(server.find('Shelf two')?.link_uuids).toEqual([LAMP.uuid]))
})

test('a name taken meanwhile shows an error, and trying again loses nothing', async () => {
  const { server } = await openThenLose(aShelf(), async () => undefined)
  expect(screen.queryByText(/What you had not saved/)).toBeNull()
  const errors = { name: ['You already have a collection with this name.'] }
  server.instead(refusing(/^POST/, { errors }))
  await again()
  expect(await screen.findByText('You already have a collection with this name.')).toBeTruthy()
  server.asUsual()
  await again()
  await waitFor(() => expect(server.find('Shelf')?.link_uuids).toEqual([LAMP.uuid]))
})

/** Pictures in the requests that created collections. */
const covers = (server: Awaited<ReturnType<typeof openThenLose>>['server']) =>
  server.requests
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/regular/'))
    .map(({ body }) => [body['image_upload_id'], body['image_params'], body['thumbnail_params']])

const CUT = { x1: 0, y1: 0.1, x2: 1, y2: 0.9 }
const aCoveredShelf = () =>
  aCollection('Shelf', { image_upload_id: 7, image_params: CUT, thumbnail_params: null })

test('a collection created again has its cover with the same crop', async () => {
  const { server } = await openThenLose(aCoveredShelf(), async () => undefined)
  await again()
  await waitFor(() => expect(server.find('Shelf')).toBeTruthy())
  expect(covers(server)).toEqual([[7, CUT, null]])
})

test('a cover that the server deleted meanwhile does not prevent creating it again', async () => {
  const { server } = await openThenLose(aCoveredShelf(), async () => undefined)
  const errors = { image_upload_id: ['A valid integer is required.'] }
  server.instead(({ body }) =>
    'image_upload_id' in body ? answers.json({ errors }, 400) : undefined,
  )
  await again()
  await waitFor(() => expect(server.find('Shelf')).toBeTruthy())
  expect(covers(server)).toEqual([
    [7, CUT, null],
    [undefined, undefined, undefined],
  ])
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { FakeImage, PNG } from '#support/window/fake-image.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { chooseFromMenu, noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { CollectionScreen } from '../collection-screen.tsx'

vi.mock('#features/people/photos/crop-stage.tsx', () => ({
  CropStage: () => <div data-testid="stage" />,
}))

signInPerTest({ width: 1280 })
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
})

async function open(more = {}) {
  const shelf = aCollection('Shelf', more)
  const server = collectionsServer([], [shelf])
  await Promise.all([revalidate('links'), revalidate('collections')])
  const path = `/splitpage/collection/${shelf.uuid}`
  await renderAt('/splitpage/collection/$id', path, CollectionScreen)
  await screen.findByRole('heading', { level: 1, name: 'Shelf' })
  return { server, user: userEvent.setup() }
}

test('a cover is cropped in both tabs of the photo editor, and both crops are saved (R-230, R-266, D-42)', async () => {
  const { server, user } = await open()
  await chooseFromMenu('More for this collection', 'Add a cover photo')
  await screen.findByRole('dialog', { name: 'Edit photo' })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Thumbnail',
    'Full View',
  ])
  const photo = new File([PNG], 'cover.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Photo'), photo)
  await screen.findByTestId('stage')
  await press('Save')
  const upload = await FakeUpload.next()
  expect(upload.url).toMatch(/\/v1\/uploader\/upload\/split_post\/$/)
  upload.answer(201, { id: 7, image_url: '/media/cover.webp' })
  await waitFor(() => expect(server.find('Shelf')?.image_upload_id).toBe(7))
  expect(server.find('Shelf')).toMatchObject({
    image_params: { x1: 0, y1: 0, x2: 1, y2: 1 },
    thumbnail_params: { x1: 0, y1: 0.1667, x2: 1, y2: 0.8333 },
  })
  await noDialog()
})

test('a cover is removed and restored with its crops', async () => {
  const crops = {
    image_params: { x1: 0, y1: 0, x2: 1, y2: 0.5 },
    thumbnail_params: { x1: 0, y1: 0, x2: 0.5, y2: 0.25 },
  }
  const cover = { image_url: '/media/c.webp', image_upload_id: 7, ...crops }
  const { server } = await open(cover)
  expect(screen.getByRole('button', { name: 'Edit cover photo' })).toBeTruthy()
  await chooseFromMenu('More for this collection', 'Remove cover photo')
  await waitFor(() => expect(server.find('Shelf')?.image_upload_id).toBeNull())
  await press('Undo')
  await waitFor(() => expect(server.find('Shelf')).toMatchObject({ image_upload_id: 7, ...crops }))
})

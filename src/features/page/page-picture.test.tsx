import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { factsAtom } from '#app/facts/facts.ts'
import { refusing } from '#support/window/fake-api.ts'
import { FakeImage, PNG } from '#support/window/fake-image.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { aPage, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { PageScreen } from './page-screen.tsx'

vi.mock('#features/people/photos/crop-stage.tsx', () => ({
  CropStage: () => <div data-testid="stage" />,
}))

signInPerTest({ width: 390 })

async function withPage({ page = aPage() } = {}) {
  const server = pageServer({ page })
  await renderAt('/splitpage-home', '/splitpage-home', PageScreen)
  await screen.findByRole('heading', { name: 'Maya Okafor' })
  return { server, user: userEvent.setup() }
}

test('the picture is edited without tabs and saved with its crops (R-267, R-378)', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
  const { user, server } = await withPage()
  await press('Add a picture')
  const editor = await screen.findByRole('dialog', { name: 'Edit photo' })
  const photo = new File([PNG], 'cover.png', { type: 'image/png' })
  await user.upload(within(editor).getByLabelText('Photo'), photo)
  await within(editor).findByTestId('stage')
  expect(within(editor).queryByRole('tab')).toBeNull()
  await user.click(within(editor).getByRole('button', { name: 'Save' }))
  const upload = await FakeUpload.next()
  expect(upload.url).toMatch(/\/v1\/uploader\/upload\/split_page\/$/)
  upload.answer(201, { id: 9, image_url: '/media/cover.webp' })
  await noDialog()
  expect(server.sent()).toEqual([
    [
      'PATCH /v2/my/pages/7/',
      {
        image_upload_id: 9,
        image_params: { x1: 0, y1: 0, x2: 1, y2: 1 },
        thumbnail_params: expect.any(Object),
      },
    ],
  ])
  expect(await screen.findByText('Picture saved')).toBeTruthy()
})

test('an existing picture gets a new crop and keeps its upload (R-378)', async () => {
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
  const crop = { x1: 0, y1: 0, x2: 1, y2: 0.5 }
  const picture = { image_url: '/media/cover.webp', image_upload_id: 9, image_params: crop }
  const { user, server } = await withPage({ page: aPage(picture) })
  server.instead(({ path }) =>
    path.startsWith('/media/') || path.startsWith('/cdn-cgi/')
      ? new Response(new Blob([PNG]), { headers: { 'Content-Type': 'image/png' } })
      : undefined,
  )
  await press('Edit picture')
  const editor = await screen.findByRole('dialog', { name: 'Edit photo' })
  await within(editor).findByTestId('stage')
  expect(within(editor).queryByRole('tab')).toBeNull()
  await user.click(within(editor).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sent()).toHaveLength(1))
  const [, body] = server.sent()[0] ?? []
  expect(body).toMatchObject({ image_params: crop })
  expect(body).not.toHaveProperty('image_upload_id')
})

test('the cover has a description, by default the page’s name, or is decorative', async () => {
  const picture = { image_url: '/media/cover.webp', image_upload_id: 9, image_alt: 'A lamp' }
  const { user, server } = await withPage({ page: aPage(picture) })
  await press('Edit name and text')
  const dialog = await screen.findByRole('dialog', { name: 'Name and text' })
  const words = within(dialog).getByLabelText<HTMLInputElement>(/^Image description/)
  expect(words.value).toBe('A lamp')
  await user.type(words, ' on a desk')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sent()).toEqual([
      ['PATCH /v2/my/pages/7/', { image_alt: 'A lamp on a desk', base: { image_alt: 'A lamp' } }],
    ]),
  )
  await press('Edit name and text')
  const again = await screen.findByRole('dialog', { name: 'Name and text' })
  const said = within(again).getByLabelText<HTMLInputElement>(/^Image description/)
  await user.clear(said)
  expect(said.placeholder).toBe('Maya Okafor')
  await user.click(within(again).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sent().at(-1)?.[1]).toMatchObject({ image_alt: '' }))
})

test('without a cover there is no description field', async () => {
  await withPage({ page: aPage({ image_url: null }) })
  await press('Edit name and text')
  const dialog = await screen.findByRole('dialog', { name: 'Name and text' })
  expect(within(dialog).getByLabelText('Page name')).toBeTruthy()
  expect(within(dialog).queryByLabelText(/^Image description/)).toBeNull()
})

test.each([
  ['a page', aPage(), true],
  ['none', null, false],
])('the Page tab is updated as soon as this screen loads %s (R-062)', async (_, page, has_page) => {
  const server = pageServer({ page })
  server.instead(refusing(/\/pages\/page\/$/, {}, 500))
  const { store } = await renderAt('/splitpage', '/splitpage', PageScreen)
  await screen.findByText('Couldn’t load your page')
  const unread = { total: 0, groups: { clicks: 0, commission: 0, special: 0 } }
  act(() => store.set(factsAtom, { unread, has_page: !has_page }))
  server.instead(() => undefined)
  await press('Try again')
  await waitFor(() => expect(store.get(factsAtom)?.has_page).toBe(has_page))
})

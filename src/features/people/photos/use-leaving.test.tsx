import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPhoto } from '#app/dialog/unsaved.ts'
import { closeModals } from '#app/problems/close-modals.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { FakeImage, PNG } from '#support/window/fake-image.ts'
import { linksServer, signInAs } from '#support/window/links-server.ts'
import type { Area } from './crop-geometry.ts'
import type { PhotoEditorProps } from './editor-props.ts'
import { PhotoEditor } from './photo-editor.tsx'

let moveTo: (area: Area) => void
vi.mock('./crop-stage.tsx', () => ({
  CropStage: ({ onMove }: { onMove: typeof moveTo }) => {
    moveTo = onMove
    return <div data-testid="stage" />
  },
}))

beforeEach(() => {
  signInAs('ana')
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
  linksServer().instead(
    () => new Response(new Blob([PNG]), { headers: { 'Content-Type': 'image/png' } }),
  )
})

const QUESTION = 'You have unsaved changes. Are you sure you want to leave?'
const SAVED = { url: '/media/a.webp', uploaded: true }
const CHOSEN = { file: new File([PNG], 'photo.png', { type: 'image/png' }) }
const PART = { x: 0, y: 0, width: 60, height: 90 }

async function open(source: PhotoEditorProps['source']) {
  const onCancel = vi.fn<() => void>()
  const store = createStore()
  const { unmount } = render(
    <Provider store={store}>
      <PhotoEditor
        source={source}
        kind="link_preview"
        usedFor="link"
        onSave={() => undefined}
        onCancel={onCancel}
      />
      <ConfirmHost />
    </Provider>,
  )
  await screen.findByTestId('stage')
  return { onCancel, store, unmount }
}

const answer = async (name: string) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!)
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
}

test.each(['Close', 'Cancel'])('%s asks before a crop is lost (R-193, R-194)', async (way) => {
  const { onCancel } = await open(SAVED)
  act(() => moveTo(PART))
  await waitFor(() => expect(screen.getByAltText('Thumbnail preview').style.width).toBe('1000%'))
  fireEvent.click(screen.getAllByRole('button', { name: way })[0]!)
  expect(await screen.findByText(QUESTION)).toBeTruthy()
  await answer('Cancel')
  expect(onCancel).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Edit photo' }), { key: 'Escape' })
  expect(await screen.findByText(QUESTION)).toBeTruthy()
  await answer('OK')
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(1))
})

test('without changes, or with changes undone, closing does not ask', async () => {
  const { onCancel } = await open(SAVED)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(1))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'square' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2))
  expect(screen.queryByText(QUESTION)).toBeNull()
})

test('a lost connection closes the editor only if nothing is lost by that (R-589, D-105)', async () => {
  const { onCancel, unmount } = await open(SAVED)
  act(() => void closeModals())
  expect(onCancel).toHaveBeenCalledTimes(1)
  unmount()
  const chosen = await open(CHOSEN)
  act(() => void closeModals())
  expect(chosen.onCancel).not.toHaveBeenCalled()
  expect(screen.getByTestId('stage')).toBeTruthy()
})

test('while the editor is open, Back and closing the tab ask (D-84)', async () => {
  const { store, onCancel, unmount } = await open(CHOSEN)
  expect(store.get(openPhoto)).toMatchObject({ unsaved: true, isEntry: false })
  store.get(openPhoto)?.close()
  expect(onCancel).toHaveBeenCalledTimes(1)
  unmount()
  expect(store.get(openPhoto)).toBeNull()
})

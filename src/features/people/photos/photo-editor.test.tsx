import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#http/error.ts'
import { closeModals } from '#app/problems/close-modals.ts'
import { FakeImage, PNG } from '#support/window/fake-image.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { answers, deferred, linksServer, signInAs } from '#support/window/links-server.ts'
import type { Area } from './crop-geometry.ts'
import type { EditResult, PhotoEditorProps } from './editor-props.ts'
import { PhotoEditor } from './photo-editor.tsx'

/** Replacement for the crop stage, which records its props and can report moves. */
type Stage = { area: Area; ratio: number; onMove: (area: Area) => void }
let stage: Stage
vi.mock('./crop-stage.tsx', () => ({
  CropStage: (props: Stage) => {
    stage = props
    return <div data-testid="stage" />
  },
}))

beforeEach(() => {
  signInAs('ana')
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
})

const photo = () => new File([PNG], 'photo.png', { type: 'image/png' })
const image = () => new Response(new Blob([PNG]), { headers: { 'Content-Type': 'image/png' } })

function open(more: Partial<PhotoEditorProps> = {}) {
  const onSave = vi.fn<(edited: EditResult) => void | Promise<void>>()
  const onCancel = vi.fn<() => void>()
  render(
    <PhotoEditor
      source={{ file: photo() }}
      kind="link_preview"
      usedFor="collection"
      onSave={onSave}
      onCancel={onCancel}
      {...more}
    />,
  )
  return { onSave, onCancel, dialog: screen.getByRole('dialog', { name: 'Edit photo' }) }
}

const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const ready = () => screen.findByTestId('stage')
const move = async (area: Area) => {
  act(() => stage.onMove(area))
  await waitFor(() => expect(stage.area).toEqual(area))
}

test('the photo of a collection has two tabs and starts at the thumbnail, always square (R-265, R-266, R-273, R-285)', async () => {
  open()
  await ready()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Thumbnail',
    'Full View',
  ])
  expect(screen.getByRole('tab', { name: 'Thumbnail' }).getAttribute('aria-selected')).toBe('true')
  expect(stage.ratio).toBe(1)
  fireEvent.click(screen.getByRole('tab', { name: 'Full View' }))
  expect(stage.ratio).toBeCloseTo(600 / 900)
})

test.each(['link', 'page'] as const)(
  'a %s has one crop and no tabs (R-267, R-268)',
  async (usedFor) => {
    open({ usedFor })
    await ready()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('original')
    expect(stage.ratio).toBeCloseTo(600 / 900)
  },
)

test('an avatar is cropped in fast edit: no tabs, a square, no ratio to choose (R-269)', async () => {
  open({ usedFor: 'avatar' })
  await ready()
  expect(screen.queryByRole('tab')).toBeNull()
  const { value, disabled } = screen.getByRole<HTMLSelectElement>('combobox')
  expect([value, disabled]).toEqual(['square', true])
  expect(isOff('Flip')).toBe(true)
  expect(stage.ratio).toBe(1)
})

test('cropping the thumbnail keeps the full view; cropping the full view renews the thumbnail (R-278, R-279)', async () => {
  linksServer().instead(image)
  const { onSave } = open({ source: { url: '/media/a.webp', uploaded: true } })
  await ready()
  await move({ x: 0, y: 0, width: 60, height: 60 })
  fireEvent.click(button('Save'))
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1))
  expect(onSave.mock.calls[0]?.[0]).toEqual({
    fullParams: { x1: 0, y1: 0, x2: 1, y2: 1 },
    thumbnailParams: { x1: 0, y1: 0, x2: 0.1, y2: 0.0667 },
  })
  await waitFor(() => expect(isOff('Save')).toBe(false))
  fireEvent.click(screen.getByRole('tab', { name: 'Full View' }))
  await move({ x: 300, y: 0, width: 300, height: 450 })
  fireEvent.click(button('Save'))
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2))
  expect(onSave.mock.calls[1]?.[0]).toEqual({
    fullParams: { x1: 0.5, y1: 0, x2: 1, y2: 0.5 },
    thumbnailParams: { x1: 0.5, y1: 0.0833, x2: 1, y2: 0.4167 },
  })
})

test('while a picture is loading there is a spinner, and Save is disabled (R-275, R-280)', async () => {
  const { promise, resolve } = deferred<Response>()
  linksServer().instead(() => promise)
  open({ source: { url: '/media/a.webp', uploaded: true } })
  expect(screen.getByRole('status').textContent).toBe('Loading the photo')
  expect(isOff('Save')).toBe(true)
  resolve(image())
  await ready()
  expect(isOff('Save')).toBe(false)
})

test('without a picture Save is disabled (R-282)', () => {
  const { onSave } = open({ source: null })
  expect(button('Choose a photo')).toBeTruthy()
  expect(isOff('Save')).toBe(true)
  fireEvent.click(button('Save'))
  expect(onSave).not.toHaveBeenCalled()
})

test.each([
  ['a refusal', () => answers.json({}, 404)],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s on fetching is said for 3 s (R-276, R-291, R-292, R-628)', async (_, respond) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  linksServer().instead(respond)
  open({ source: { url: '/media/a.webp', uploaded: true } })
  const alert = screen.getByRole('alert')
  await waitFor(() => expect(alert.textContent).toBe('The file is not supported for editing'))
  await act(async () => undefined)
  act(() => void vi.advanceTimersByTime(2500))
  expect(alert.textContent).not.toBe('')
  act(() => void vi.advanceTimersByTime(500))
  expect(alert.textContent).toBe('')
})

test('an invalid file keeps the current picture (R-290)', async () => {
  open({ usedFor: 'link' })
  await ready()
  await move({ x: 0, y: 0, width: 60, height: 90 })
  vi.stubGlobal('Image', FakeImage.of('broken'))
  fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [photo()] } })
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Failed to load the image'),
  )
  expect(stage.area).toEqual({ x: 0, y: 0, width: 60, height: 90 })
  expect(isOff('Save')).toBe(false)
})

test.each([
  ['dropped', (box: HTMLElement, data: object) => fireEvent.drop(box, { dataTransfer: data })],
  ['pasted', (box: HTMLElement, data: object) => fireEvent.paste(box, { clipboardData: data })],
])('a file that is %s replaces the picture', async (_, give) => {
  const { dialog } = open({ source: null })
  give(dialog, { files: [] })
  expect(button('Choose a photo')).toBeTruthy()
  give(dialog, { files: [photo()] })
  await ready()
  expect(isOff('Save')).toBe(false)
})

test('a new picture is uploaded once, however often Save is tried (R-281)', async () => {
  const onSave = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('lost'))
  open({ usedFor: 'link', onSave })
  await ready()
  fireEvent.click(button('Save'))
  const call = await FakeUpload.next()
  act(() => call.progress(1, 4))
  expect(screen.getByText('25%')).toBeTruthy()
  expect(isOff('Save')).toBe(true)
  call.answer(201, { id: 7, image_url: '/media/b.webp' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Couldn’t save/))
  fireEvent.click(button('Save'))
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2))
  expect(onSave).toHaveBeenLastCalledWith(
    expect.objectContaining({ upload: { id: 7, image_url: '/media/b.webp' } }),
  )
})

test('a refused upload shows the first message about its file (R-294)', async () => {
  const { onSave } = open({ usedFor: 'link' })
  await ready()
  fireEvent.click(button('Save'))
  ;(await FakeUpload.next()).answer(400, { file: ['Too big', 'x'] })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Too big'))
  expect(onSave).not.toHaveBeenCalled()
})

test.each([
  ['link', 'Couldn’t save the photo. The link is gone.'],
  ['collection', 'Couldn’t save the photo. The collection is gone.'],
] as const)('a %s deleted meanwhile shows a message', async (usedFor, text) => {
  const onSave = vi.fn<() => Promise<void>>().mockRejectedValue(new ApiError(404))
  open({ usedFor, onSave })
  await ready()
  fireEvent.click(button('Save'))
  ;(await FakeUpload.next()).answer(201, { id: 7, image_url: '/media/b.webp' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
})

test('Cancel aborts an upload and nothing else (R-125)', async () => {
  const { onSave, onCancel } = open({ usedFor: 'link' })
  await ready()
  fireEvent.click(button('Save'))
  const call = await FakeUpload.next()
  fireEvent.click(button('Cancel'))
  await waitFor(() => expect(isOff('Save')).toBe(false))
  expect(call.aborted).toBe(true)
  expect(onSave).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(onCancel).not.toHaveBeenCalled()
})

test('the editor is dark in both themes, and closes when a critical dialog opens (R-589)', () => {
  const { dialog, onCancel } = open({ view: 'full', source: null })
  expect(dialog.getAttribute('data-theme')).toBe('dark')
  expect(within(dialog).getByLabelText('Photo').getAttribute('accept')).toBe(
    '.png,.jpg,.jpeg,.webp',
  )
  closeModals()
  expect(onCancel).toHaveBeenCalledTimes(1)
})

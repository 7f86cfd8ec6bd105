import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reportProblemEvent } from '#app/problems/problems.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { setWidth } from '#support/browser-window.ts'
import { aCollection } from '#support/window/collections-server.ts'
import { refusing } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { aWidget, widgetsServer } from '#support/window/widgets-server.ts'
import {
  chooseFromMenu,
  findDialog,
  noDialog,
  press,
  userEvent,
} from '#support/window/on-screen.ts'
import { WidgetsScreen } from './widgets-screen.tsx'

signInPerTest({ width: 390 })

const KITCHEN = aCollection('Kitchen')
const BLOG = (more: Partial<Widget> = {}) =>
  aWidget(7, 'My blog', { collection_uuid: KITCHEN.uuid, ...more })

async function open(widgets: Widget[], address = '/widgets') {
  const server = widgetsServer({ widgets, collections: [KITCHEN, aCollection('Bath')] })
  const app = await renderAt('/widgets', address, WidgetsScreen)
  return { server, user: userEvent.setup(), ...app }
}

/** Opens the settings of one widget. */
async function openBlog() {
  const app = await open([BLOG()])
  await press('My blog')
  return { settings: await findDialog('My blog'), ...app }
}

test('without widgets the screen offers to create one (R-034, R-428)', async () => {
  await open([])
  expect(await screen.findByRole('heading', { level: 1, name: 'Widgets' })).toBeTruthy()
  expect(await screen.findByText('No widgets yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New widget' })).toBeTruthy()
})

test('each widget shows its layout and its content (R-428)', async () => {
  await open([BLOG(), aWidget(8, 'Old', { layout: 'list' })])
  const [first, second] = await screen.findAllByRole('listitem')
  expect(await within(first!).findByText(', Kitchen')).toBeTruthy()
  expect(first!.textContent).toContain('Grid, Kitchen')
  expect(second!.textContent).toContain('List, its collection was deleted')
})

test('each widget shows its clicks of 30 days, and its settings all clicks', async () => {
  await open([
    BLOG({ clicks: 1203, clicks_30_days: 412 }),
    aWidget(8, 'Strip', { clicks: 5, clicks_30_days: 1 }),
    aWidget(9, 'New', { clicks: 0, clicks_30_days: 0 }),
    aWidget(10, 'Of before'),
  ])
  const rows = await screen.findAllByRole('listitem')
  const said = rows.map(({ textContent }) => /(?:[\d,]+|No) clicks?.*$/.exec(textContent)?.[0])
  expect(said).toEqual(['412 clicks in 30 days', '1 click in 30 days', 'No clicks yet', undefined])
  await press('My blog')
  expect(
    (await findDialog('My blog')).getByText('412 clicks in 30 days, 1,203 in all'),
  ).toBeTruthy()
})

test('a widget blocked by the operator shows the reason, the rule, and where to object', async () => {
  const words = { why: 'It shows stolen pictures', rule: 'Only what is yours' }
  const at = { since: '2026-11-02T10:00:00.000Z', contact: 'operator@split.example' }
  await open([BLOG({ block: { ...words, ...at } })])
  expect(await screen.findByText(', blocked by the operator of this site')).toBeTruthy()
  await press('My blog')
  const settings = await findDialog('My blog')
  expect(settings.getByText('What is wrong: It shows stolen pictures')).toBeTruthy()
  expect(settings.getByText('The rule it breaks: Only what is yours')).toBeTruthy()
  expect(settings.getByRole('link', { name: at.contact }).getAttribute('href')).toBe(
    'mailto:operator@split.example',
  )
})

test('a widget is created from a collection, and its code can be copied (R-428)', async () => {
  const { user, server } = await open([])
  await press('New widget')
  const settings = await findDialog('New widget')
  await user.type(settings.getByLabelText('Name'), 'My blog')
  await user.click(settings.getByRole('button', { name: /Choose a collection/ }))
  const pick = await findDialog('Choose a collection')
  await user.click(await pick.findByRole('button', { name: /Kitchen/ }))
  const again = await findDialog('New widget')
  expect(again.getByRole('button', { name: /^Collection/ }).textContent).toContain('Kitchen')
  await user.click(again.getByRole('radio', { name: 'Carousel' }))
  await user.click(again.getByRole('button', { name: 'Columns: one more' }))
  await user.click(again.getByRole('button', { name: 'Show at most: one less' }))
  await user.click(again.getByRole('radio', { name: 'Dark' }))
  await user.click(again.getByRole('button', { name: 'Create widget' }))
  const code = await findDialog('Embed code')
  expect(
    code.getByText('<script async src="https://split.example/w/key0000001.js"></script>'),
  ).toBeTruthy()
  await user.click(code.getByRole('radio', { name: 'Frame' }))
  const frame = '<iframe src="https://split.example/w/key0000001" title="My blog"></iframe>'
  expect(code.getByText(frame)).toBeTruthy()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(code.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(write).toHaveBeenCalledWith(frame))
  expect(server.sent()).toEqual([
    [
      'POST ',
      {
        name: 'My blog',
        collection_uuid: KITCHEN.uuid,
        layout: 'carousel',
        columns: 4,
        limit: 5,
        theme: 'dark',
      },
    ],
  ])
})

test('views are stacked: Back closes one, Close all of them (R-429)', async () => {
  const { settings, user, history } = await openBlog()
  expect(history.location.href).toBe('/widgets?widget=7')
  await user.click(settings.getByRole('button', { name: 'Embed code' }))
  const code = await findDialog('Embed code')
  expect(history.location.href).toBe('/widgets?widget=7.code')
  await user.click(code.getByRole('button', { name: 'Back' }))
  const back = await findDialog('My blog')
  expect(history.location.href).toBe('/widgets?widget=7')
  await user.click(back.getByRole('button', { name: 'Preview' }))
  const preview = await findDialog('Preview')
  expect(history.location.href).toBe('/widgets?widget=7.preview')
  await user.click(preview.getByRole('button', { name: 'Close' }))
  await noDialog()
  expect(history.location.href).toBe('/widgets')
})

test('the browser’s Back goes from view to view without losing input (R-429)', async () => {
  const { settings, user, history } = await openBlog()
  await user.type(settings.getByLabelText('Name'), ' 2')
  await press(/^Collection/)
  await findDialog('Choose a collection')
  act(() => history.back())
  const again = await findDialog('My blog')
  expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('My blog 2')
})

test('closing a view above changed settings asks too', async () => {
  const { settings, user } = await openBlog()
  await user.type(settings.getByLabelText('Name'), ' 2')
  await press('Preview')
  await user.click((await findDialog('Preview')).getByRole('button', { name: 'Close' }))
  const text = 'You have unsaved changes. Are you sure you want to leave?'
  const question = await screen.findByText(text)
  await user.click(within(question.closest('dialog')!).getByRole('button', { name: 'Cancel' }))
  expect(await findDialog('Preview')).toBeTruthy()
})

test('an address with views opens them, and is shortened when they close (R-429)', async () => {
  const { user, history } = await open([BLOG()], '/widgets?widget=7.code')
  const code = await findDialog('Embed code')
  await user.click(code.getByRole('button', { name: 'Back' }))
  const settings = await findDialog('My blog')
  expect(history.location.href).toBe('/widgets?widget=7')
  await user.click(settings.getByRole('button', { name: 'Close' }))
  await noDialog()
  expect(history.location.href).toBe('/widgets')
})

test('only changed fields are sent, with the values they replace (R-428)', async () => {
  const { settings, user, server } = await openBlog()
  await user.click(settings.getByRole('radio', { name: 'List' }))
  expect(settings.queryByRole('group', { name: 'Columns' })).toBeNull()
  await user.click(settings.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.sent()).toEqual([['PATCH 7/', { layout: 'list', base: { layout: 'grid' } }]])
})

test('an error is shown at its field, and nothing is sent', async () => {
  const { user, server } = await open([])
  await press('New widget')
  const settings = await findDialog('New widget')
  await user.click(settings.getByRole('button', { name: 'Create widget' }))
  expect(await settings.findByText('Enter a name.')).toBeTruthy()
  expect(settings.getByText('Choose a collection.')).toBeTruthy()
  expect(settings.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(server.sent()).toEqual([])
})

const shown = async () => {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the widget')
  return [frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]
}

test('the preview is in a frame without scripts, and follows the settings (R-428)', async () => {
  setWidth(1280)
  const { settings, user, server } = await openBlog()
  expect(await shown()).toEqual(['', '<p>Saved grid</p>'])
  await user.click(settings.getByRole('radio', { name: 'List' }))
  // The old preview stays until the new one is loaded.
  expect(await shown()).toEqual(['', '<p>Saved grid</p>'])
  await waitFor(async () => expect(await shown()).toEqual(['', '<p>Unsaved list</p>']))
  expect(server.previewed()).toEqual([
    { collection_uuid: KITCHEN.uuid, layout: 'list', columns: 3, limit: 6, theme: 'auto' },
  ])
})

test('a widget is deleted, and restored with the same code (R-428)', async () => {
  const { server } = await open([BLOG()])
  await chooseFromMenu('More for My blog', 'Delete')
  expect(await screen.findByText('No widgets yet.')).toBeTruthy()
  await press('Undo')
  expect(await screen.findByRole('button', { name: 'My blog' })).toBeTruthy()
  expect(server.sent().map(([call]) => call)).toEqual(['DELETE 7/', 'POST '])
  expect(server.sent()[1]?.[1]).toMatchObject({ key: 'key0000007', name: 'My blog' })
})

test('a widget is deleted from its dialog, which closes', async () => {
  const { settings, user } = await openBlog()
  await user.click(settings.getByRole('button', { name: 'Delete' }))
  await noDialog()
  expect(await screen.findByText('My blog deleted')).toBeTruthy()
})

test('a widget that could not be deleted stays, with a message', async () => {
  const { server } = await open([BLOG()])
  server.instead(refusing(/^DELETE/, {}, 500))
  await chooseFromMenu('More for My blog', 'Delete')
  expect(await screen.findByText('Couldn’t delete the widget. Try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'My blog' })).toBeTruthy()
})

test('offline the list is read from this device, nothing is sent, and the input stays', async () => {
  const first = await open([BLOG()])
  await screen.findByRole('button', { name: 'My blog' })
  first.unmount()
  const { user, server, store } = await open([])
  for (const type of ['offline', 'use-saved-copy'] as const)
    act(() => store.set(reportProblemEvent, { type }))
  await press('My blog')
  const settings = await findDialog('My blog')
  await user.type(settings.getByLabelText('Name'), ' 2')
  await user.click(settings.getByRole('button', { name: 'Save' }))
  await settings.findByText(/^This needs a connection\. What you changed is kept/)
  expect(settings.getByLabelText<HTMLInputElement>('Name').value).toBe('My blog 2')
  await user.click(settings.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(server.sent()).toEqual([])
})

test('a list that failed to load says so and can be loaded again', async () => {
  const server = widgetsServer({ widgets: [BLOG()] })
  server.instead(refusing(/\/widgets\/$/, {}, 500))
  await renderAt('/widgets', '/widgets', WidgetsScreen)
  expect(await screen.findByText('Couldn’t load your widgets')).toBeTruthy()
  server.instead(() => undefined)
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'My blog' })).toBeTruthy()
})

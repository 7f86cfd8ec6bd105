import { expect, test, vi } from 'vitest'
import { revalidate } from '#live/sync/revalidate.ts'
import { aCollection, collectionsServer } from '#support/window/collections-server.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, fireEvent, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { CollectionsScreen } from './collections-screen.tsx'

signInPerTest({ width: 390 })

const PATH = '/splitlinks?tab=collections'

async function open(path = PATH, names = ['Bedroom', 'Kitchen', 'Desk']) {
  const rows = names.map((name, i) => aCollection(name, { position: i + 1 }))
  const server = collectionsServer([], rows)
  await Promise.all([revalidate('links'), revalidate('collections')])
  const app = await renderWithDialog(<CollectionsScreen />, path)
  await screen.findAllByRole('listitem')
  const sent = () =>
    server.requests.flatMap(({ path, body }) =>
      path === '/v2/my/collections/order/'
        ? [(body['uuids'] as string[]).map((uuid) => rows.find((row) => row.uuid === uuid)?.name)]
        : [],
    )
  return { server, sent, user: userEvent.setup(), ...app }
}

const tiles = () => screen.getAllByRole('listitem')
const names = () => [...document.querySelectorAll('[data-held] a')].map((link) => link.textContent)
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name},`) })

test('arrow keys on a handle move a collection and keep the focus', async () => {
  const { sent } = await open()
  handle('Desk').focus()
  fireEvent.keyDown(handle('Desk'), { key: 'ArrowLeft' })
  await waitFor(() => expect(names()).toEqual(['Bedroom', 'Desk', 'Kitchen']))
  expect(document.activeElement).toBe(handle('Desk'))
  expect(handle('Desk').getAttribute('aria-label')).toBe('Move Desk, 2 of 3')
  fireEvent.keyDown(handle('Desk'), { key: 'Home' })
  await waitFor(() => expect(names()).toEqual(['Desk', 'Bedroom', 'Kitchen']))
  await waitFor(() => expect(sent().at(-1)).toEqual(['Desk', 'Bedroom', 'Kitchen']))
})

test('the menu of a handle moves a collection without dragging, and the local copy has the new order (R-256)', async () => {
  const { user, sent, unmount } = await open()
  await user.click(handle('Bedroom'))
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Move to the end' }))
  await waitFor(() => expect(sent()).toEqual([['Kitchen', 'Desk', 'Bedroom']]))
  unmount()
  await renderWithDialog(<CollectionsScreen />, PATH)
  await screen.findAllByRole('listitem')
  await waitFor(() => expect(names()).toEqual(['Kitchen', 'Desk', 'Bedroom']))
})

const MANY = Array.from({ length: 300 }, (_, n) => `Room ${n + 1}`)

/** Replaces scrolling with a fake, as far as the list needs it. */
function stubScrolling() {
  vi.stubGlobal('scrollTo', (_x: unknown, y?: number) => {
    if (y === undefined) return
    vi.stubGlobal('scrollY', y)
    window.dispatchEvent(new Event('scroll'))
  })
  vi.stubGlobal('scrollY', 0)
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 0, 0),
  )
}

test('of many collections only those near the window are rendered, each with its position among all', async () => {
  stubScrolling()
  await open(PATH, MANY)
  expect(tiles().length).toBeLessThan(100)
  expect(tiles()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(tiles()[0]?.getAttribute('aria-setsize')).toBe('300')
  act(() => window.scrollTo(0, 20_000))
  await waitFor(() => expect(names()).not.toContain('Room 1'))
  expect(tiles().length).toBeLessThan(100)
  // The scroll position is remembered for the next visit.
  act(() => window.scrollTo(0, 0))
})

test('a collection moved far by a key is scrolled into view and keeps the focus', async () => {
  stubScrolling()
  const { sent } = await open(PATH, MANY)
  handle('Room 1').focus()
  fireEvent.keyDown(handle('Room 1'), { key: 'End' })
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Room 1, 300 of 300'),
  )
  await waitFor(() => expect(sent().at(-1)?.at(-1)).toBe('Room 1'))
  fireEvent.keyDown(handle('Room 1'), { key: 'Home' })
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Room 1, 1 of 300'),
  )
})

test('a refused order is undone, and the reason is visible', async () => {
  const { server } = await open()
  server.instead(refusing(/\/order\/$/))
  fireEvent.keyDown(handle('Desk'), { key: 'Home' })
  expect(await screen.findByText('Couldn’t save the order. Try again.')).toBeTruthy()
  expect(names()).toEqual(['Bedroom', 'Kitchen', 'Desk'])
})

test('offline, a new order waits and is shown (R-608); search results cannot be ordered', async () => {
  const { store, sent, unmount } = await open()
  showSavedCopy(store)
  fireEvent.keyDown(handle('Desk'), { key: 'Home' })
  await waitFor(() => expect(names()).toEqual(['Desk', 'Bedroom', 'Kitchen']))
  expect(sent()).toEqual([])
  unmount()
  await open(`${PATH}&q=e`)
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

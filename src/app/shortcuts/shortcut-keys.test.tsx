import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { SearchField } from '#ui/fields/search-field.tsx'
import { noDialog, render, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { bindLinkDialog, currentView } from '../dialog/link-dialog-state.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'

beforeEach(() => localStorage.clear())

const nothing = () => undefined

/** Renders two screens: one with only a text field, and the links with their search. */
async function open(path = '/rank') {
  const root = createRootRoute({
    component: () => (
      <>
        <main id="main">
          <Outlet />
        </main>
        <ShortcutKeys />
      </>
    ),
  })
  const route = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => root, path, component })
  const rank = route('/rank', () => <textarea aria-label="Bio" />)
  const links = route('/splitlinks', () => (
    <SearchField label="Search your links" value="" onChange={nothing} />
  ))
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([rank, links]), history })
  const store = createStore()
  bindLinkDialog(store, history)
  await router.load()
  render(
    <Provider store={store}>
      <RouterProvider router={router as never} />
    </Provider>,
  )
  await screen.findByRole('main')
  return { store, history, user: userEvent.setup() }
}

const list = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

test('c opens CREATE, but not with a modifier or in a field', async () => {
  const { store, user } = await open()
  await user.keyboard('{Control>}c{/Control}')
  await user.type(screen.getByLabelText('Bio'), 'cc/?')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Bio').value).toBe('cc/?')
  expect(store.get(currentView)).toBeUndefined()
  screen.getByLabelText('Bio').blur()
  await user.keyboard('c')
  expect(store.get(currentView)).toEqual({ name: 'create' })
})

test('/ focuses the search of the screen, or opens that of the links', async () => {
  const { history, user } = await open()
  await user.keyboard('/')
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(history.location.pathname).toBe('/splitlinks')
  expect(field.value).toBe('')
  field.blur()
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
})

test('? lists the keys; each can be switched off on this device', async () => {
  const { store, history, user } = await open()
  await user.keyboard('?')
  const dialog = await list()
  expect(history.location.search).toContain('keys=')
  expect(within(dialog).getByText('Create a link')).toBeTruthy()
  await user.click(within(dialog).getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await noDialog()
  await user.keyboard('c?')
  expect(store.get(currentView)).toBeUndefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('disabled keys stay disabled after a reload, and the list has an address', async () => {
  localStorage.setItem('split-shortcuts-off', '1')
  const { store, user } = await open('/rank?keys=1')
  const dialog = await list()
  const on = within(dialog).getByRole('switch', { name: 'Single-key shortcuts' })
  expect(on.getAttribute('aria-checked')).toBe('false')
  await user.click(on)
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await noDialog()
  await user.keyboard('c')
  expect(store.get(currentView)).toEqual({ name: 'create' })
})

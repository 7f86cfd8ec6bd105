import { beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies } from '#support/browser-window.ts'
import { shellAt } from '#support/window/shell-at.tsx'
import { act, hrefOf, press, screen, waitFor, within } from '#support/window/on-screen.ts'
import { chatAtom } from './chat.ts'
import { currentView } from '../dialog/link-dialog-state.ts'
import { reloadApp } from '../worker/update.ts'

vi.mock('../problems/problem-host.tsx', () => ({ ProblemHost: () => null }))
vi.mock('../worker/update.ts', () => ({
  reloadApp: vi.fn<typeof reloadApp>(async () => undefined),
}))

beforeEach(forgetCookies)

test('the bell opens notifications in the address; Back closes them (R-252, R-462)', async () => {
  const { history } = await shellAt('/splitlinks', 1280)
  await press('Notifications')
  await screen.findByText('What happened')
  expect(history.location.search).toContain('notifications=')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByText('What happened')).toBeNull())
  expect(history.location.href).toBe('/splitlinks')
})

test('at 992 px there is a bottom bar with five tabs and no side menu (R-059, R-060, R-080)', async () => {
  await shellAt('/splitlinks', 992)
  const tabs = within(screen.getByRole('navigation')).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Discover',
    'Page',
    'Links',
    'Partners',
    'More',
  ])
  expect(tabs.filter((tab) => tab.getAttribute('aria-current')).map((t) => t.textContent)).toEqual([
    'Links',
  ])
  expect(screen.queryByRole('button', { name: 'Create a link' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Previous page' })).toBeNull()
})

test('at 993 px there is a side menu, a logo to the root and no bottom bar (R-058, R-077, R-088)', async () => {
  await shellAt('/settings', 993)
  expect(hrefOf('Split home')).toBe('/')
  expect(screen.getByRole('button', { name: 'Create a link' })).toBeTruthy()
  const menu = within(screen.getByRole('navigation'))
  expect(menu.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
  expect(menu.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('true')
})

const marked = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .filter((tab) => tab.getAttribute('aria-current'))
    .map(({ textContent }) => textContent)

async function go(history: { push: (to: string) => void }, to: string) {
  act(() => history.push(to))
  await screen.findByText('content')
}

test.each([390, 1200])(
  'at %i px a collection marks Page at its address, and Links when it was opened from there (R-067, R-069)',
  async (width) => {
    const { history } = await shellAt('/splitpage/collection/1', width)
    expect(marked()).toEqual(['Page'])
    await go(history, '/splitlinks?tab=collections')
    await waitFor(() => expect(marked()).toEqual(['Links']))
    await go(history, '/splitpage/collection/2')
    await waitFor(() => expect(history.location.pathname).toBe('/splitpage/collection/2'))
    expect(marked()).toEqual(['Links'])
    await go(history, '/splitpage/collection/2?dialog=rename')
    expect(marked()).toEqual(['Links'])
    await go(history, '/rank')
    act(() => history.back())
    await waitFor(() => expect(marked()).toEqual(['Links']))
    await go(history, '/splitpage')
    await waitFor(() => expect(marked()).toEqual(['Page']))
    await go(history, '/splitpage/collection/2')
    expect(marked()).toEqual(['Page'])
  },
)

test('Create a link opens the dialog and is hidden on the creator steps (R-080, R-081)', async () => {
  const { store, unmount } = await shellAt('/rank', 1200)
  await press('Create a link')
  expect(store.get(currentView)).toEqual({ name: 'create' })
  expect(await screen.findByText('Link dialog')).toBeTruthy()
  unmount()
  await shellAt('/creator-step-splitpages', 1200)
  expect(screen.queryByRole('button', { name: 'Create a link' })).toBeNull()
})

test('More and Partners open and close, and their state is kept (R-063, R-064)', async () => {
  const { unmount } = await shellAt('/rank', 1200)
  expect(screen.getByRole('link', { name: 'Data Exports' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Chat' })).toBeNull()
  await press('Partners menu')
  expect(hrefOf('Chat')).toBe('/partners/chat')
  await press('More')
  expect(screen.queryByRole('link', { name: 'Data Exports' })).toBeNull()
  unmount()
  await shellAt('/rank', 1200)
  expect(screen.getByRole('link', { name: 'Chat' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Data Exports' })).toBeNull()
})

test('the collapsed menu is remembered in a cookie of the screen (R-073, D-12)', async () => {
  const { unmount } = await shellAt('/rank', 1200)
  await press('Collapse menu')
  expect(document.cookie).toContain('ui_menu=collapsed')
  expect(screen.queryByRole('link', { name: 'Data Exports' })).toBeNull()
  unmount()
  await shellAt('/rank', 1200)
  await press('Widen menu')
  expect(screen.getByRole('link', { name: 'Data Exports' })).toBeTruthy()
})

test('the footer has the previous page, the version and a reload (R-072, R-074, R-075, R-622)', async () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  await shellAt('/rank', 1200)
  await press('Previous page')
  expect(back).toHaveBeenCalledOnce()
  expect(screen.getByText('2.0.6')).toBeTruthy()
  await press('Reload')
  expect(reloadApp).toHaveBeenCalledOnce()
})

test('messages are shown only if chat is available (R-078, R-079)', async () => {
  const { store } = await shellAt('/rank', 1200)
  expect(screen.queryByRole('link', { name: /unread/ })).toBeNull()
  act(() => store.set(chatAtom, { accessToken: 'x', userId: 'u', unread: 3 }))
  expect(hrefOf('3 unread messages')).toBe('/partners/chat')
})

test('every screen has one heading, one main landmark and its title', async () => {
  await shellAt('/rank', 390)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(document.title).toBe('/rank · Split')
})

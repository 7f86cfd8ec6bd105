import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies, setWidth } from '#support/browser-window.ts'
import { App } from './app.tsx'
import { useLayoutFlags, type LayoutFlags } from './layout.ts'
import { bindLinkDialog } from '../dialog/link-dialog-state.ts'
import { factsAtom } from '../facts/facts.ts'
import { Screen } from './screen.tsx'
import { preloadShell, Shell } from './shell.tsx'

vi.mock('../problems/problem-host.tsx', () => ({ ProblemHost: () => null }))

const NONE = { total: 0, groups: { clicks: 0, commission: 0, special: 0 } }

beforeEach(forgetCookies)

/** Renders the shell at this width, with layout flags set by the screen. */
async function shellAt(path: string, width: number, flags: Partial<LayoutFlags> = {}) {
  setWidth(width)
  const root = createRootRoute({
    component: () => <Shell notices={() => null} linkDialog={() => null} />,
  })
  const Shown = () => {
    useLayoutFlags(flags)
    return (
      <Screen title={path} freshness="none">
        content
      </Screen>
    )
  }
  const any = createRoute({ getParentRoute: () => root, path: '$', component: Shown })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([any]), history })
  const store = createStore()
  bindLinkDialog(store, history)
  await preloadShell()
  render(<App store={store} router={router} outcome="signed-in" onSignedIn={() => undefined} />)
  await screen.findByRole('heading', { level: 1 })
  return store
}

/** Returns the numbers of top bars and menus. */
const around = () => [
  screen.queryAllByRole('link', { name: 'Split home' }).length,
  screen.queryAllByRole('navigation', { name: 'Main' }).length,
]
const pageLink = () => nav().getByRole('link', { name: 'Page' }).getAttribute('href')
const nav = () => within(screen.getByRole('navigation', { name: 'Main' }))
const marked = () =>
  nav()
    .getAllByRole('link')
    .flatMap((link) => (link.getAttribute('aria-current') === 'page' ? link.textContent : []))

test.each([
  ['/splitlinks', ['Links'], 'R-067'],
  ['/analytics', [], 'R-067'],
  ['/google-search', ['Discover'], 'R-068'],
  ['/brands/b1', ['Discover'], 'R-068, R-070'],
  ['/splitpage-create', ['Page'], 'R-069'],
  ['/splitpage/collection/c1', ['Page'], 'R-069'],
  ['/partners/chat', ['Partners'], 'R-070'],
  ['/brand/b1', ['Partners'], 'R-070'],
  ['/settings/accountinfo', ['More'], 'R-071'],
  ['/rank', ['More'], 'R-071'],
])('at %s the bottom bar marks %j and nothing else (%s)', async (path, tabs) => {
  await shellAt(path, 390)
  expect(marked()).toEqual(tabs)
})

test.each([
  ['/splitlinks', ['Links'], 'R-067'],
  ['/brands/b1', ['Discover'], 'R-068, R-070'],
  ['/splitpage-home', ['Page'], 'R-069'],
  ['/brand/b1', ['Partners'], 'R-070'],
  ['/rank', ['Rank'], 'R-071'],
  ['/tools', ['Tools'], 'R-066'],
])('at %s the side menu marks %j and nothing else (%s)', async (path, entries) => {
  await shellAt(path, 1200)
  expect(marked()).toEqual(entries)
})

test('the side menu has the five places in their order (R-061)', async () => {
  await shellAt('/splitlinks', 1200)
  await userEvent.click(nav().getByRole('button', { name: 'More' }))
  const places = nav().getAllByText(/^(Discover|Page|Links|Partners|More)$/)
  expect(places.map(({ textContent }) => textContent)).toEqual([
    'Discover',
    'Page',
    'Links',
    'Partners',
    'More',
  ])
})

test.each([390, 1200])(
  'at %i px Page leads elsewhere once there is a page (R-062)',
  async (width) => {
    const store = await shellAt('/splitlinks', width)
    expect(pageLink()).toBe('/splitpage')
    act(() => store.set(factsAtom, { unread: NONE, has_page: true }))
    expect(pageLink()).toBe('/splitpage-home')
  },
)

test('Partners opens to Connections and Chat at their addresses (R-063)', async () => {
  await shellAt('/splitlinks', 1200)
  await userEvent.click(nav().getByRole('button', { name: 'Partners menu' }))
  for (const [name, path] of [
    ['Connections', '/partners/connections'],
    ['Chat', '/partners/chat'],
  ] as const)
    expect(nav().getByRole('link', { name }).getAttribute('href')).toBe(path)
})

test('a screen that hides parts of the shell is shown without them, others with all (R-082)', async () => {
  await shellAt('/splitlinks', 1200, { topBar: false, nav: false })
  await waitFor(() => expect(around()).toEqual([0, 0]))
  cleanup()
  await shellAt('/splitlinks', 1200)
  await waitFor(() => expect(around()).toEqual([1, 1]))
})

test('on a phone a screen can do without the bar and the floating button (R-082, R-085)', async () => {
  await shellAt('/splitlinks', 390, { nav: false, fab: 'none' })
  await waitFor(() => {
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  })
})

test('one that declares nothing has them (R-082, R-085)', async () => {
  await shellAt('/splitlinks', 390)
  expect(nav().getAllByRole('link')).toHaveLength(5)
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy()
})

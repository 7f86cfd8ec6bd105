import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies } from '#support/browser-window.ts'
import { shellAt } from '#support/window/shell-at.tsx'
import { actForAna } from '#support/window/signed-in.ts'
import { forgetAccounts } from '#live/acting.ts'
import { factsAtom } from '../../facts/facts.ts'

vi.mock('../../problems/problem-host.tsx', () => ({ ProblemHost: () => null }))

const NONE = { total: 0, groups: { clicks: 0, commission: 0, special: 0 } }

beforeEach(forgetCookies)
afterEach(() => forgetAccounts(null))

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
  ['bottom bar', 390, '/splitlinks', ['Links'], 'R-067'],
  ['bottom bar', 390, '/analytics', [], 'R-067'],
  ['bottom bar', 390, '/google-search', ['Discover'], 'R-068'],
  ['bottom bar', 390, '/brands/b1', ['Discover'], 'R-068, R-070'],
  ['bottom bar', 390, '/splitpage-create', ['Page'], 'R-069'],
  ['bottom bar', 390, '/splitpage/collection/c1', ['Page'], 'R-069'],
  ['bottom bar', 390, '/partners/chat', ['Partners'], 'R-070'],
  ['bottom bar', 390, '/brand/b1', ['Partners'], 'R-070'],
  ['bottom bar', 390, '/settings/accountinfo', ['More'], 'R-071'],
  ['bottom bar', 390, '/rank', ['More'], 'R-071'],
  ['side menu', 1200, '/splitlinks', ['Links'], 'R-067'],
  ['side menu', 1200, '/brands/b1', ['Discover'], 'R-068, R-070'],
  ['side menu', 1200, '/splitpage-home', ['Page'], 'R-069'],
  ['side menu', 1200, '/brand/b1', ['Partners'], 'R-070'],
  ['side menu', 1200, '/rank', ['Rank'], 'R-071'],
  ['side menu', 1200, '/tools', ['Tools'], 'R-066'],
])('the %s at %i px marks the entry of %s: %j (%s)', async (_menu, width, path, entries) => {
  await shellAt(path, width)
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
  'at %i px Page leads to the user’s page if there is one (R-062)',
  async (width) => {
    const { store } = await shellAt('/splitlinks', width)
    expect(pageLink()).toBe('/splitpage')
    act(() => store.set(factsAtom, { unread: NONE, has_page: true }))
    expect(pageLink()).toBe('/splitpage-home')
  },
)

test('Partners has links to Connections and Chat (R-063)', async () => {
  await shellAt('/splitlinks', 1200)
  await userEvent.click(nav().getByRole('button', { name: 'Partners menu' }))
  for (const [name, path] of [
    ['Connections', '/partners/connections'],
    ['Chat', '/partners/chat'],
  ] as const)
    expect(nav().getByRole('link', { name }).getAttribute('href')).toBe(path)
})

test('a screen can hide parts of the shell; others show all (R-082)', async () => {
  await shellAt('/splitlinks', 1200, { topBar: false, nav: false })
  await waitFor(() => expect(around()).toEqual([0, 0]))
  cleanup()
  await shellAt('/splitlinks', 1200)
  await waitFor(() => expect(around()).toEqual([1, 1]))
})

test('on a phone a screen can hide the bar and the floating button (R-082, R-085)', async () => {
  await shellAt('/splitlinks', 390, { nav: false, fab: 'none' })
  await waitFor(() => {
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  })
})

test('a screen without flags has bar and floating button (R-082, R-085)', async () => {
  await shellAt('/splitlinks', 390)
  expect(nav().getAllByRole('link')).toHaveLength(5)
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy()
})

/** Returns the names of the entries below More, which is open at first. */
function entriesOfMore() {
  const { parentElement } = nav().getByRole('button', { name: 'More', expanded: true })
  return within(parentElement as HTMLElement)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}

test('a member of an account sees only tabs that they can use', async () => {
  actForAna(['edit'])
  await shellAt('/splitlinks', 390)
  const labels = nav().getAllByRole('link')
  expect(labels.map(({ textContent }) => textContent)).toEqual(['Page', 'Links', 'More'])
})

test.each([
  ['edit', ['Help', 'Widgets', 'Accounts']],
  ['analytics', ['Analytics', 'Help', 'Widgets', 'Accounts']],
  ['money', ['Wallet', 'Help', 'Widgets', 'Accounts']],
] as const)('with access to %s the side menu has %j below More', async (access, entries) => {
  actForAna([access])
  await shellAt('/splitlinks', 1200)
  expect(nav().queryByText(/Discover|Partners/)).toBeNull()
  expect(entriesOfMore()).toEqual(entries)
})

test('a person who helps with accounts finds the switcher in their own account', async () => {
  actForAna(['edit'])()
  await shellAt('/splitlinks', 1200)
  expect(nav().getByText('Discover')).toBeTruthy()
  expect(entriesOfMore()).toContain('Accounts')
})

test('home leads a member to the links of the account', async () => {
  actForAna(['edit'])
  const { history } = await shellAt('/splitlinks', 1200)
  act(() => history.push('/'))
  await waitFor(() => expect(history.location.pathname).toBe('/splitlinks'))
})

import { expect, test } from 'vitest'
import { activeTab, TABS, tabPath } from './nav-items.ts'
import { activeItem, MORE_ITEMS, PARTNER_ITEMS } from './nav-more.ts'

test('there are five places in order (R-060, R-061)', () => {
  expect(TABS.map(({ label }) => label)).toEqual(['Discover', 'Page', 'Links', 'Partners', 'More'])
})

test.each<[path: string, tab: string | undefined, rows: string]>([
  ['/', 'discover', 'R-067'],
  ['/splitlinks', 'links', 'R-067'],
  ['/splitlinks-of-others', undefined, 'R-067'],
  ['/more', 'more', 'R-067'],
  ['/google-search', 'discover', 'R-068'],
  ['/promotions', 'discover', 'R-068'],
  ['/brands', 'discover', 'R-068'],
  ['/brands/b1', 'discover', 'R-068, R-070'],
  ['/trending-products', 'discover', 'R-068'],
  ['/splitpage', 'page', 'R-069'],
  ['/splitpage-home', 'page', 'R-069'],
  ['/splitpage-create', 'page', 'R-069'],
  ['/splitpage/section/1', 'page', 'R-069'],
  ['/partners', 'partners', 'R-070'],
  ['/partners/chat/support', 'partners', 'R-070'],
  ['/brand/b1', 'partners', 'R-070'],
  ['/profile', 'more', 'R-071'],
  ['/wallet/gift-cards', 'more', 'R-071'],
  ['/settings/accountinfo/email', 'more', 'R-071'],
  ['/refer', 'more', 'R-071'],
  ['/info', 'more', 'R-071'],
  ['/rank', 'more', 'R-071'],
  ['/analytics', undefined, 'R-071'],
  ['/widgets', undefined, 'R-071'],
  ['/tools', undefined, 'R-071'],
  ['/data-exports', undefined, 'R-071'],
  ['/creator-step-splitpages', undefined, 'R-067'],
])('%s marks %s (%s, D-85)', (path, tab) => {
  expect(activeTab(path)).toBe(tab)
})

test('Page opens the user’s page if there is one (R-062)', () => {
  const page = TABS.find(({ name }) => name === 'page')
  expect(page && tabPath(page, false)).toBe('/splitpage')
  expect(page && tabPath(page, true)).toBe('/splitpage-home')
})

test('More has ten entries in order (R-064, R-065, R-066)', () => {
  expect(MORE_ITEMS.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Public profile /profile',
    'Rank /rank',
    'Wallet /wallet',
    'Analytics /analytics',
    'Settings /settings',
    'Refer /refer',
    'Help /info',
    'Data Exports /data-exports',
    'Widgets /widgets',
    'Tools /tools',
  ])
})

test('Partners has connections and chat (R-063)', () => {
  expect(PARTNER_ITEMS.map(({ path }) => path)).toEqual(['/partners/connections', '/partners/chat'])
  expect(activeItem('/partners/chat/support', PARTNER_ITEMS)).toBe('/partners/chat')
  expect(activeItem('/partners', PARTNER_ITEMS)).toBeUndefined()
})

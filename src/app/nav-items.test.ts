import { expect, test } from 'vitest'
import { activeTab, TABS, tabPath } from './nav-items.ts'
import { activeItem, MORE_ITEMS, PARTNER_ITEMS } from './nav-more.ts'

test('five places, in order (R-060, R-061)', () => {
  expect(TABS.map(({ label }) => label)).toEqual(['Discover', 'Page', 'Links', 'Partners', 'More'])
})

test.each([
  ['/', 'discover'],
  ['/google-search', 'discover'],
  ['/promotions', 'discover'],
  ['/brands', 'discover'],
  ['/brands/b1', 'discover'],
  ['/trending-products', 'discover'],
  ['/splitpage', 'page'],
  ['/splitpage-home', 'page'],
  ['/splitpage-create', 'page'],
  ['/splitpage/section/1', 'page'],
  ['/splitlinks', 'links'],
  ['/partners', 'partners'],
  ['/partners/chat/support', 'partners'],
  ['/brand/b1', 'partners'],
  ['/more', 'more'],
  ['/profile', 'more'],
  ['/wallet/gift-cards', 'more'],
  ['/settings/accountinfo/email', 'more'],
  ['/refer', 'more'],
  ['/info', 'more'],
  ['/rank', 'more'],
  ['/analytics', undefined],
  ['/widgets', undefined],
  ['/tools', undefined],
  ['/data-exports', undefined],
  ['/creator-step-splitpages', undefined],
])('%s marks %s (R-067 to R-071, D-85)', (path, tab) => {
  expect(activeTab(path)).toBe(tab)
})

test('Page leads to the page of somebody who has one (R-062)', () => {
  const page = TABS.find(({ name }) => name === 'page')
  expect(page && tabPath(page, false)).toBe('/splitpage')
  expect(page && tabPath(page, true)).toBe('/splitpage-home')
})

test('More opens to ten entries, in order (R-064 to R-066)', () => {
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

test('Partners opens to connections and chat (R-063)', () => {
  expect(PARTNER_ITEMS.map(({ path }) => path)).toEqual(['/partners/connections', '/partners/chat'])
  expect(activeItem('/partners/chat/support', PARTNER_ITEMS)).toBe('/partners/chat')
  expect(activeItem('/partners', PARTNER_ITEMS)).toBeUndefined()
})

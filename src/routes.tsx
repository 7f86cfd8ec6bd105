import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { preloadMenu } from '#ui/menu-popup.tsx'
import { ScreenFailed } from '#app/screen-failed.tsx'
import { ScreenPending } from '#app/screen-pending.tsx'
import { parseSearch, stringifySearch } from '#app/search-params.ts'
import { Shell } from '#app/shell.tsx'
import { from } from '#ui/breakpoints.ts'

const LinkDialog = lazyPart(
  async () => (await import('#features/links/link-dialog.tsx')).LinkDialog,
)

/** Fetches what comes up over screens while there is still a connection to fetch it with. */
export const preloadOverlays = () => Promise.all([LinkDialog.preload(), preloadMenu()])

const root = createRootRoute({ component: () => <Shell linkDialog={LinkDialog} /> })

/** A screen that exists. */
const screen = (path: string, load: () => Promise<ComponentType>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPart(load) })

/** A screen that a later issue brings (D-106). */
const coming = (path: string, title: string, back: [path: string, label: string] = HOME) =>
  screen(path, async () => {
    const { Coming } = await import('#app/coming.tsx')
    return () => <Coming title={title} back={{ path: back[0], label: back[1] }} />
  })

const HOME: [string, string] = ['/', 'Go to Discover']
const PAGE: [string, string] = ['/splitpage', 'Go to Page']
const PARTNERS: [string, string] = ['/partners', 'Go to Partners']
const SETTINGS: [string, string] = ['/settings', 'Go to Settings']
const ACCOUNT: [string, string] = ['/settings/accountinfo', 'Go to Account info']
const DOMAINS: [string, string] = ['/settings/custom-domains', 'Go to Custom domains']
const WALLET: [string, string] = ['/wallet/my-requests', 'Go to Wallet']

const goes = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })

/** THE table: every URL of the specification (section 2), in its order. */
const routes = [
  screen('/', async () => (await import('#features/home/home-screen.tsx')).HomeScreen),

  goes('/redeem', '/wallet/my-requests'),
  goes('/wallet', '/wallet/my-requests'),
  goes('/offers', '/splitlinks'),

  // One wallet screen with three tabs, and its sub-screens.
  coming('/wallet/my-requests', 'Wallet'),
  coming('/wallet/available-earnings', 'Wallet'),
  coming('/wallet/pending-earnings', 'Wallet'),
  coming('/wallet/gift-cards', 'Gift cards', WALLET),
  coming('/wallet/payment-threshold', 'Payment threshold', WALLET),

  screen('/splitlinks', async () => (await import('#features/links/links-screen.tsx')).LinksScreen),

  coming('/splitpage', 'Page'),
  coming('/splitpage-home', 'Page'),
  coming('/splitpage-create', 'Create your page', PAGE),
  coming('/splitpage/section/$id', 'Section', PAGE),
  coming('/splitpage/collection/$id', 'Collection', PAGE),

  coming('/partners', 'Partners'),
  coming('/partners/$tab', 'Partners'),
  coming('/partners/chat/$channel', 'Chat', PARTNERS),

  coming('/brand/$uuid', 'Brand', PARTNERS),
  coming('/brands/$uuid', 'Brand'),
  coming('/brands', 'Brands'),

  createRoute({
    getParentRoute: () => root,
    path: '/more',
    beforeLoad: () => {
      if (matchMedia(from('desk')).matches) throw redirect({ to: '/', replace: true })
    },
    component: lazyPart(async () => (await import('#features/more/more-screen.tsx')).MoreScreen),
  }),

  coming('/rank', 'Rank'),
  coming('/promotions', 'Promotions'),
  coming('/google-search', 'Web search'),
  coming('/trending-products', 'Trending products'),
  coming('/profile', 'Public profile'),
  coming('/refer', 'Refer'),
  coming('/info', 'Help'),
  coming('/tools', 'Tools'),
  coming('/widgets', 'Widgets'),
  screen('/logout', async () => (await import('#features/logout/logout-screen.tsx')).LogoutScreen),
  screen(
    '/secret-settings',
    async () =>
      (await import('#features/secret-settings/secret-settings-screen.tsx')).SecretSettingsScreen,
  ),
  coming('/data-exports', 'Data Exports'),

  coming('/analytics', 'Analytics'),
  coming('/analytics/$id', 'Link analytics'),

  screen(
    '/settings',
    async () => (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
  ),
  coming('/settings/accountinfo', 'Account info', SETTINGS),
  coming('/settings/accountinfo/email', 'Email', ACCOUNT),
  coming('/settings/accountinfo/phone', 'Phone', ACCOUNT),
  coming('/settings/accountinfo/phone/confirm', 'Confirm phone', ACCOUNT),
  coming('/settings/accountinfo/deletion', 'Delete account', ACCOUNT),
  coming('/settings/notifications-settings', 'Notifications', SETTINGS),
  coming('/settings/custom-domains', 'Custom domains', SETTINGS),
  coming('/settings/custom-domains/edit-domain/$id', 'Edit domain', DOMAINS),
  coming('/settings/custom-domains/add-domain', 'Add domain', DOMAINS),

  coming('/creator-step-splitpages', 'Your first page'),
  coming('/creator-step-splitpages-instagram', 'Your first page'),

  goes('/$', '/'),
]

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren(routes),
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // A view of the link dialog is an entry of its own and must not move the page below it.
    getScrollRestorationKey: ({ pathname }) => pathname,
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailed,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
  })
}

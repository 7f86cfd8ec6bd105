import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useSearch,
  type RouterHistory,
} from '@tanstack/react-router'
import { Suspense, type ComponentType } from 'react'
import { firstScreen } from '#mirror/first-screen.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { preloadMenu } from '#ui/menu-popup.tsx'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import { toast } from '#ui/toast.tsx'
import { ScreenFailed } from '#app/screen-failed.tsx'
import { ScreenPending } from '#app/screen-pending.tsx'
import { parseSearch, stringifySearch } from '#app/search-params.ts'
import { Shell } from '#app/shell.tsx'
import { from } from '#ui/breakpoints.ts'
import { preloadWaitingParts } from '#features/links/waiting-parts.tsx'

const LinkDialog = lazyPart(
  async () => (await import('#features/links/link-dialog.tsx')).LinkDialog,
)

const preloadListParts = async () =>
  (await import('#features/links/list-parts.tsx')).preloadListParts()

const Notices = lazyPart(
  async () =>
    (await import('#features/notifications/notifications-dialog.tsx')).NotificationsDialog,
)

const preloadEdit = async () => (await import('#features/links/link-dialog.tsx')).preloadEdit()

/** Fetches what comes up over screens while there is still a connection to fetch it with. */
export const overlayPreloads: (() => Promise<unknown>)[] = [
  LinkDialog.preload,
  preloadEdit,
  preloadMenu,
  preloadListParts,
  preloadWaitingParts,
  Notices.preload,
]

const root = createRootRoute({
  component: () => <Shell linkDialog={LinkDialog} notices={Notices} />,
})

type Parts = Record<string, ComponentType>

/**
 * A screen that exists; `tabs` are others under the same address, chosen by its `tab` parameter, and
 * `over` what lies over them while the parameter of that name is there.
 */
function screen(
  path: string,
  load: () => Promise<ComponentType>,
  { tabs = {}, over = {} }: { tabs?: Parts; over?: Parts } = {},
) {
  const First = lazyPart(load)
  const Chosen = () => {
    const search = useSearch({ strict: false }) as Record<string, string | undefined>
    const Screen = tabs[search['tab'] ?? ''] ?? First
    const Over = Object.entries(over).find(([name]) => search[name] !== undefined)?.[1]
    return (
      <>
        <Screen />
        {Over && (
          <QuietBoundary>
            <Suspense>
              <Over />
            </Suspense>
          </QuietBoundary>
        )}
      </>
    )
  }
  const component = Object.assign(Chosen, { preload: First.preload })
  return createRoute({ getParentRoute: () => root, path, component })
}

/** A screen that a later issue brings (D-106), and the one that it lies below. */
const coming = (path: string, title: string, back?: string) =>
  screen(path, async () => {
    const { Coming } = await import('#app/coming.tsx')
    return () => <Coming title={title} back={back} />
  })

const ACCOUNT = '/settings/accountinfo'
const DOMAINS = '/settings/custom-domains'
const WALLET = '/wallet/my-requests'

const goes = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })

/** Home is no answer to an address that nobody knows; said where it can be read. */
async function sayUnknown() {
  await firstScreen()
  toast('That page does not exist. This is Home.', { tone: 'info' })
}

/** THE table: every URL of the specification (section 2), in its order. */
const routes = [
  screen('/', async () => (await import('#features/home/home-screen.tsx')).HomeScreen),

  goes('/redeem', '/wallet/my-requests'),
  goes('/wallet', '/wallet/my-requests'),
  goes('/offers', '/splitlinks'),

  // One wallet screen with three tabs, and its sub-screens.
  coming('/wallet/my-requests', 'Wallet', '/more'),
  coming('/wallet/available-earnings', 'Wallet', '/more'),
  coming('/wallet/pending-earnings', 'Wallet', '/more'),
  coming('/wallet/gift-cards', 'Gift cards', WALLET),
  coming('/wallet/payment-threshold', 'Payment threshold', WALLET),

  screen(
    '/splitlinks',
    async () => (await import('#features/links/links-screen.tsx')).LinksScreen,
    {
      tabs: {
        collections: lazyPart(
          async () =>
            (await import('#features/collections/collections-screen.tsx')).CollectionsScreen,
        ),
      },
      over: {
        import: lazyPart(
          async () => (await import('#features/imports/import-dialog.tsx')).ImportDialog,
        ),
      },
    },
  ),

  coming('/splitpage', 'Page'),
  coming('/splitpage-home', 'Page'),
  coming('/splitpage-create', 'Create your page', '/splitpage'),
  coming('/splitpage/section/$id', 'Section', '/splitpage'),
  screen(
    '/splitpage/collection/$id',
    async () => (await import('#features/collections/collection-screen.tsx')).CollectionScreen,
  ),

  coming('/partners', 'Partners'),
  coming('/partners/$tab', 'Partners', '/partners'),
  coming('/partners/chat/$channel', 'Chat', '/partners'),

  coming('/brand/$uuid', 'Brand', '/partners'),
  coming('/brands/$uuid', 'Brand', '/brands'),
  coming('/brands', 'Brands', '/'),

  createRoute({
    getParentRoute: () => root,
    path: '/more',
    beforeLoad: () => {
      if (matchMedia(from('desk')).matches) throw redirect({ to: '/', replace: true })
    },
    component: lazyPart(async () => (await import('#features/more/more-screen.tsx')).MoreScreen),
  }),

  coming('/rank', 'Rank', '/more'),
  coming('/promotions', 'Promotions', '/'),
  coming('/google-search', 'Web search', '/'),
  coming('/trending-products', 'Trending products', '/'),
  screen(
    '/profile',
    async () => (await import('#features/profile/profile-screen.tsx')).ProfileScreen,
  ),
  coming('/refer', 'Refer', '/more'),
  coming('/info', 'Help', '/more'),
  coming('/tools', 'Tools', '/more'),
  coming('/widgets', 'Widgets', '/more'),
  screen('/logout', async () => (await import('#features/logout/logout-screen.tsx')).LogoutScreen),
  screen(
    '/secret-settings',
    async () =>
      (await import('#features/secret-settings/secret-settings-screen.tsx')).SecretSettingsScreen,
  ),
  screen(
    '/data-exports',
    async () => (await import('#features/data-exports/data-exports-screen.tsx')).DataExportsScreen,
  ),

  coming('/analytics', 'Analytics', '/more'),
  coming('/analytics/$id', 'Link analytics', '/analytics'),

  screen(
    '/settings',
    async () => (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
  ),
  coming('/settings/accountinfo', 'Account info', '/settings'),
  coming('/settings/accountinfo/email', 'Email', ACCOUNT),
  coming('/settings/accountinfo/phone', 'Phone', ACCOUNT),
  coming('/settings/accountinfo/phone/confirm', 'Confirm phone', ACCOUNT),
  coming('/settings/accountinfo/deletion', 'Delete account', ACCOUNT),
  screen(
    '/settings/notifications-settings',
    async () => (await import('#features/settings/notifications-screen.tsx')).NotificationsScreen,
  ),
  coming('/settings/custom-domains', 'Custom domains', '/settings'),
  coming('/settings/custom-domains/edit-domain/$id', 'Edit domain', DOMAINS),
  coming('/settings/custom-domains/add-domain', 'Add domain', DOMAINS),

  coming('/creator-step-splitpages', 'Your first page', '/splitpage'),
  coming('/creator-step-splitpages-instagram', 'Your first page', '/splitpage'),

  createRoute({
    getParentRoute: () => root,
    path: '/$',
    beforeLoad: ({ preload }) => {
      if (!preload) void sayUnknown()
      throw redirect({ to: '/', replace: true })
    },
  }),
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

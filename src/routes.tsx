import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useSearch,
  type RouterHistory,
} from '@tanstack/react-router'
import { Suspense, type FunctionComponent } from 'react'
import { firstScreen } from '#live/start/first-screen.ts'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import { toast } from '#ui/toast.tsx'
import { ScreenFailed } from '#app/shell/screen-failed.tsx'
import { ScreenPending } from '#app/shell/screen-pending.tsx'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'
import { Shell } from '#app/shell/shell.tsx'
import { from } from '#ui/breakpoints.ts'
import {
  CollectionSearch,
  FirstPageSearch,
  LinksSearch,
  PageSearch,
  paths,
  SectionSearch,
  ShellSearch,
  SocialSearch,
  type Href,
} from '#paths.ts'
import {
  Account,
  Collection,
  Collections,
  CreatorPage,
  DataExports,
  FirstPage,
  Home,
  Import,
  LinkDialog,
  Links,
  Logout,
  More,
  NewPage,
  Notices,
  NotificationSettings,
  Profile,
  SecretSettings,
  Section,
  Settings,
  Tools,
  comingPart,
  type Part,
} from './screens.ts'

const Root: FunctionComponent = () => <Shell linkDialog={LinkDialog} notices={Notices} />

const root = createRootRoute({ validateSearch: ShellSearch, component: Root })

type Parts = Record<string, Part>

/** A screen that exists. */
const screen = <const Path extends string>(path: Path, component: Part) =>
  createRoute({ getParentRoute: () => root, path, component })

/**
 * A screen with `tabs`, others under the same address, chosen by its `tab` parameter, and what lies `over`
 * them while the parameter of that name is there.
 */
function tabbed(First: Part, { tabs, over }: { tabs: Parts; over: Parts }): Part {
  const Chosen = () => {
    const search: Record<string, string | undefined> = useSearch({ strict: false })
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
  return Object.assign(Chosen, { preload: First.preload })
}

/** A screen that a later version brings (D-106), and the one that it lies below. */
const coming = <const Path extends string>(path: Path, title: string, back?: Href) =>
  screen(path, comingPart(title, back))

/** Where the page is managed, or made while there is none (D-35). */
const page = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: PageSearch,
    component: CreatorPage,
  })

const firstPage = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: FirstPageSearch,
    component: FirstPage,
  })

const goes = <const Path extends string>(
  path: Path,
  to: typeof paths.walletRequests | typeof paths.links,
) =>
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
  screen(paths.home, Home),

  goes(paths.redeem, paths.walletRequests),
  goes(paths.wallet, paths.walletRequests),
  goes(paths.offers, paths.links),

  // One wallet screen with three tabs, and its sub-screens.
  coming(paths.walletRequests, 'Wallet', paths.more),
  coming(paths.availableEarnings, 'Wallet', paths.more),
  coming(paths.pendingEarnings, 'Wallet', paths.more),
  coming(paths.giftCards, 'Gift cards', paths.walletRequests),
  coming(paths.paymentThreshold, 'Payment threshold', paths.walletRequests),

  createRoute({
    getParentRoute: () => root,
    path: paths.links,
    validateSearch: LinksSearch,
    component: tabbed(Links, { tabs: { collections: Collections }, over: { import: Import } }),
  }),

  page(paths.page),
  page(paths.pageHome),
  screen(paths.pageCreate, NewPage),
  createRoute({
    getParentRoute: () => root,
    path: paths.section('$id'),
    validateSearch: SectionSearch,
    component: Section,
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.collection('$id'),
    validateSearch: CollectionSearch,
    component: Collection,
  }),

  coming(paths.partners, 'Partners'),
  coming(paths.partnersTab('$tab'), 'Partners', paths.partners),
  coming(paths.chat('$channel'), 'Chat', paths.partners),

  coming(paths.brandPartner('$uuid'), 'Brand', paths.partners),
  coming(paths.brand('$uuid'), 'Brand', paths.brands),
  coming(paths.brands, 'Brands', paths.home),

  createRoute({
    getParentRoute: () => root,
    path: paths.more,
    beforeLoad: () => {
      if (matchMedia(from('desk')).matches) throw redirect({ to: paths.home, replace: true })
    },
    component: More,
  }),

  coming(paths.rank, 'Rank', paths.more),
  coming(paths.promotions, 'Promotions', paths.home),
  coming(paths.webSearch, 'Web search', paths.home),
  coming(paths.trendingProducts, 'Trending products', paths.home),
  createRoute({
    getParentRoute: () => root,
    path: paths.profile,
    validateSearch: SocialSearch,
    component: Profile,
  }),
  coming(paths.refer, 'Refer', paths.more),
  coming(paths.help, 'Help', paths.more),
  screen(paths.tools, Tools),
  coming(paths.widgets, 'Widgets', paths.more),
  screen(paths.logout, Logout),
  screen(paths.secretSettings, SecretSettings),
  screen(paths.dataExports, DataExports),

  coming(paths.analytics, 'Analytics', paths.more),
  coming(paths.linkAnalytics('$id'), 'Link analytics', paths.analytics),

  screen(paths.settings, Settings),
  screen(paths.accountInfo, Account),
  coming(paths.accountEmail, 'Email', paths.accountInfo),
  coming(paths.accountPhone, 'Phone', paths.accountInfo),
  coming(paths.confirmPhone, 'Confirm phone', paths.accountInfo),
  coming(paths.accountDeletion, 'Delete account', paths.accountInfo),
  screen(paths.notificationSettings, NotificationSettings),
  coming(paths.domains, 'Custom domains', paths.settings),
  coming(paths.editDomain('$id'), 'Edit domain', paths.domains),
  coming(paths.addDomain, 'Add domain', paths.domains),

  firstPage(paths.firstPage),
  // Until an account can be connected there is nothing to fill it in from (D-40).
  firstPage(paths.firstPageOfInstagram),

  createRoute({
    getParentRoute: () => root,
    path: '/$',
    beforeLoad: ({ preload }) => {
      if (!preload) void sayUnknown()
      throw redirect({ to: paths.home, replace: true })
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

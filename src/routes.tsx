import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { ScreenFailed } from '#app/shell/screen-failed.tsx'
import { ScreenPending } from '#app/shell/screen-pending.tsx'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'
import { from } from '#ui/breakpoints.ts'
import {
  AccountSearch,
  AnalyticsSearch,
  BrandsSearch,
  CollectionSearch,
  FirstPageSearch,
  GiftCardsSearch,
  HelpSearch,
  LinksSearch,
  PageSearch,
  paths,
  PromotionsSearch,
  ReferSearch,
  SectionSearch,
  SettingsSearch,
  SocialSearch,
  WalletSearch,
  WebSearchSearch,
  WidgetsSearch,
} from '#paths.ts'
import { goes, root, screen, screenWith, shared, tabbed, unknown } from './route-kinds.tsx'
import {
  Account,
  AccountEmail,
  AccountPhone,
  AccountDeletion,
  AddDomain,
  Analytics,
  Brand,
  BrandPartner,
  Brands,
  Chat,
  Collection,
  Collections,
  ConfirmPhone,
  Connections,
  CreatorPage,
  DataExports,
  Domains,
  EditDomain,
  FirstPage,
  GiftCards,
  Help,
  Home,
  Import,
  Links,
  Logout,
  More,
  NewPage,
  NotificationSettings,
  PaymentThreshold,
  Profile,
  Promotions,
  Rank,
  Refer,
  SecretSettings,
  Section,
  Settings,
  Tools,
  TrendingProducts,
  Wallet,
  WebSearch,
  Widgets,
} from './screens.ts'

/** Wallet screen for its three addresses. It stays mounted when the user changes tabs. */
const wallet = shared('wallet-tabs', WalletSearch, Wallet)
const walletTab = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => wallet, path })

/** All URLs of the specification (section 2), in its order. */
const routes = [
  screen(paths.home, Home),

  goes(paths.redeem, paths.walletRequests),
  goes(paths.wallet, paths.walletRequests),
  goes(paths.offers, paths.links),

  wallet.addChildren([
    walletTab(paths.walletRequests),
    walletTab(paths.availableEarnings),
    walletTab(paths.pendingEarnings),
  ]),
  screenWith(paths.giftCards, GiftCardsSearch, GiftCards),
  screen(paths.paymentThreshold, PaymentThreshold),

  screenWith(
    paths.links,
    LinksSearch,
    tabbed(Links, { tabs: { collections: Collections }, over: { import: Import } }),
  ),

  // Page management, or the form for creating a page.
  screenWith(paths.page, PageSearch, CreatorPage),
  screenWith(paths.pageHome, PageSearch, CreatorPage),
  screen(paths.pageCreate, NewPage),
  screenWith(paths.section('$id'), SectionSearch, Section),
  screenWith(paths.collection('$id'), CollectionSearch, Collection),

  screen(paths.partners, Connections),
  screen(paths.connections, Connections),
  goes(paths.partnersTab('$tab'), paths.connections),
  screen(paths.chats, Chat),
  screen(paths.chat('$channel'), Chat),

  screen(paths.brandPartner('$uuid'), BrandPartner),
  screen(paths.brand('$uuid'), Brand),
  screenWith(paths.brands, BrandsSearch, Brands),

  createRoute({
    getParentRoute: () => root,
    path: paths.more,
    beforeLoad: () => {
      if (matchMedia(from('desk')).matches) throw redirect({ to: paths.home, replace: true })
    },
    component: More,
  }),

  screen(paths.rank, Rank),
  screenWith(paths.promotions, PromotionsSearch, Promotions),
  screenWith(paths.webSearch, WebSearchSearch, WebSearch),
  screen(paths.trendingProducts, TrendingProducts),
  screenWith(paths.profile, SocialSearch, Profile),
  screenWith(paths.refer, ReferSearch, Refer),
  screenWith(paths.help, HelpSearch, Help),
  screen(paths.tools, Tools),
  screenWith(paths.widgets, WidgetsSearch, Widgets),
  screen(paths.logout, Logout),
  screen(paths.secretSettings, SecretSettings),
  screen(paths.dataExports, DataExports),

  screenWith(paths.analytics, AnalyticsSearch, Analytics),
  screenWith(paths.linkAnalytics('$id'), AnalyticsSearch, Analytics),

  screenWith(paths.settings, SettingsSearch, Settings),
  screenWith(paths.accountInfo, AccountSearch, Account),
  screen(paths.accountEmail, AccountEmail),
  screen(paths.accountPhone, AccountPhone),
  screen(paths.confirmPhone, ConfirmPhone),
  screen(paths.accountDeletion, AccountDeletion),
  screen(paths.notificationSettings, NotificationSettings),
  screen(paths.domains, Domains),
  screen(paths.editDomain('$id'), EditDomain),
  screen(paths.addDomain, AddDomain),

  screenWith(paths.firstPage, FirstPageSearch, FirstPage),
  // Prefilled from a connected Instagram account; without one it equals the previous screen.
  screenWith(paths.firstPageOfInstagram, FirstPageSearch, FirstPage),

  unknown,
]

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren(routes),
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // A view of the link dialog is a history entry of its own and must not scroll the page below
    // it.
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

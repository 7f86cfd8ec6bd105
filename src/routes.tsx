import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { scrollAfterFirstScreen } from '#app/shell/screen/first-scroll.ts'
import { ScreenFailed } from '#app/shell/screen/screen-failed.tsx'
import { ScreenPending } from '#app/shell/screen/screen-pending.tsx'
import { parseSearch, stringifySearch } from '#app/shell/search-params.ts'
import { minWidthQuery } from '#ui/styles/breakpoints.ts'
import {
  AccountSearch,
  AnalyticsSearch,
  BrandsSearch,
  CollectionSearch,
  DevelopersSearch,
  FirstPageSearch,
  GiftCardsSearch,
  HelpSearch,
  JoinSearch,
  LinksSearch,
  NetworksSearch,
  PageSearch,
  ParameterSetsSearch,
  paths,
  PromotionsSearch,
  ReferSearch,
  SectionSearch,
  SettingsSearch,
  SocialSearch,
  WalletSearch,
  WebhookSearch,
  WebSearchSearch,
  WidgetsSearch,
} from '#paths.ts'
import {
  redirectRoute,
  root,
  screenRoute,
  screenRouteWithSearch,
  sharedRoute,
  tabbedScreen,
  unknownRoute,
} from './route-kinds.tsx'
import {
  Account,
  Accounts,
  AccountEmail,
  AccountPhone,
  AccountDeletion,
  AddDomain,
  Analytics,
  Approval,
  Brand,
  BrandPartner,
  Brands,
  Chat,
  Collection,
  Collections,
  ConfirmPhone,
  ConnectApp,
  Connections,
  CreatorPage,
  DataExports,
  Developers,
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
  MoveIn,
  NetworkIncome,
  NewApiKeyForm,
  Join,
  NewPage,
  NewWebhookForm,
  NotificationSettings,
  ParameterSets,
  PaymentThreshold,
  People,
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
  Webhook,
  WebSearch,
  Widgets,
} from './screens.ts'

/** Wallet screen for its three addresses. It stays mounted when the user changes tabs. */
const wallet = sharedRoute('wallet-tabs', WalletSearch, Wallet)
const walletTab = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => wallet, path })

/** All URLs of the specification (section 2), in its order. */
const routes = [
  screenRoute(paths.home, Home),

  redirectRoute(paths.redeem, paths.walletRequests),
  redirectRoute(paths.wallet, paths.walletRequests),
  redirectRoute(paths.offers, paths.links),

  wallet.addChildren([
    walletTab(paths.walletRequests),
    walletTab(paths.availableEarnings),
    walletTab(paths.pendingEarnings),
  ]),
  screenRouteWithSearch(paths.giftCards, GiftCardsSearch, GiftCards),
  screenRoute(paths.paymentThreshold, PaymentThreshold),
  screenRouteWithSearch(paths.networks, NetworksSearch, NetworkIncome),

  screenRouteWithSearch(
    paths.links,
    LinksSearch,
    tabbedScreen(Links, { tabs: { collections: Collections }, over: { import: Import } }),
  ),

  // Page management, or the form for creating a page.
  screenRouteWithSearch(paths.page, PageSearch, CreatorPage),
  screenRouteWithSearch(paths.pageHome, PageSearch, CreatorPage),
  screenRoute(paths.pageCreate, NewPage),
  screenRoute(paths.pageMoveIn, MoveIn),
  screenRouteWithSearch(paths.section('$id'), SectionSearch, Section),
  screenRouteWithSearch(paths.collection('$id'), CollectionSearch, Collection),

  screenRoute(paths.partners, Connections),
  screenRoute(paths.connections, Connections),
  redirectRoute(paths.partnersTab('$tab'), paths.connections),
  screenRoute(paths.chats, Chat),
  screenRoute(paths.chat('$channel'), Chat),

  screenRoute(paths.brandPartner('$uuid'), BrandPartner),
  screenRoute(paths.brand('$uuid'), Brand),
  screenRouteWithSearch(paths.brands, BrandsSearch, Brands),

  createRoute({
    getParentRoute: () => root,
    path: paths.more,
    beforeLoad: () => {
      if (matchMedia(minWidthQuery('desk')).matches)
        throw redirect({ to: paths.home, replace: true })
    },
    component: More,
  }),

  screenRoute(paths.rank, Rank),
  screenRouteWithSearch(paths.promotions, PromotionsSearch, Promotions),
  screenRouteWithSearch(paths.webSearch, WebSearchSearch, WebSearch),
  screenRoute(paths.trendingProducts, TrendingProducts),
  screenRouteWithSearch(paths.profile, SocialSearch, Profile),
  screenRouteWithSearch(paths.refer, ReferSearch, Refer),
  screenRouteWithSearch(paths.help, HelpSearch, Help),
  screenRoute(paths.tools, Tools),
  screenRouteWithSearch(paths.widgets, WidgetsSearch, Widgets),
  screenRoute(paths.logout, Logout),
  screenRoute(paths.secretSettings, SecretSettings),
  screenRoute(paths.dataExports, DataExports),

  screenRouteWithSearch(paths.analytics, AnalyticsSearch, Analytics),
  screenRouteWithSearch(paths.linkAnalytics('$id'), AnalyticsSearch, Analytics),

  screenRouteWithSearch(paths.settings, SettingsSearch, Settings),
  screenRouteWithSearch(paths.accountInfo, AccountSearch, Account),
  screenRoute(paths.accountEmail, AccountEmail),
  screenRoute(paths.accountPhone, AccountPhone),
  screenRoute(paths.confirmPhone, ConfirmPhone),
  screenRoute(paths.accountDeletion, AccountDeletion),
  screenRoute(paths.notificationSettings, NotificationSettings),
  screenRoute(paths.domains, Domains),
  screenRoute(paths.editDomain('$id'), EditDomain),
  screenRoute(paths.addDomain, AddDomain),
  screenRouteWithSearch(paths.parameterSets, ParameterSetsSearch, ParameterSets),
  screenRouteWithSearch(paths.developers, DevelopersSearch, Developers),
  screenRoute(paths.newApiKey, NewApiKeyForm),
  screenRoute(paths.newWebhook, NewWebhookForm),
  screenRouteWithSearch(paths.webhook('$id'), WebhookSearch, Webhook),
  screenRoute(paths.people, People),
  screenRoute(paths.accounts, Accounts),
  screenRouteWithSearch(paths.join, JoinSearch, Join),
  screenRoute(paths.connectApp, ConnectApp),
  screenRoute(paths.approval('$id'), Approval),

  screenRouteWithSearch(paths.firstPage, FirstPageSearch, FirstPage),
  // Prefilled from a connected Instagram account; without one it equals the previous screen.
  screenRouteWithSearch(paths.firstPageOfInstagram, FirstPageSearch, FirstPage),

  unknownRoute,
]

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren(routes),
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    scrollRestoration: scrollAfterFirstScreen(),
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

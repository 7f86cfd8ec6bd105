import type { FunctionComponent } from 'react'
import { preloadWaitingParts } from '#features/links/list/row/waiting-parts.tsx'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { preloadMenu } from '#ui/menu/menu-popup.tsx'

/*
 * Components that are loaded on demand. Their types are explicit because the routes depend on them:
 * without that, the type of an address would depend on components that contain addresses.
 */

/** Component in a file of its own. `preload` loads it before it is rendered. */
export type LazyComponent = FunctionComponent & { preload: () => Promise<void> }

export const LinkDialog: LazyComponent = lazyPart(
  async () => (await import('#features/links/link-dialog.tsx')).LinkDialog,
)

const preloadListParts = async () =>
  (await import('#features/links/list/list-parts.tsx')).preloadListParts()

export const Notifications: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/notifications/notifications-dialog.tsx')).NotificationsDialog,
)

const preloadEdit = async () => (await import('#features/links/link-dialog.tsx')).preloadEdit()

export const ConnectionReturn: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/connected-accounts/connection-return.tsx')).ConnectionReturn,
)
export const ConnectedDialog: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/connected-accounts/connected-dialog.tsx')).ConnectedDialog,
)

/** Loaded after the first rows at the earliest. */
export const Onboarding: LazyComponent = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/people/onboarding/onboarding-wizard.tsx')).OnboardingWizard
})
export const Welcome: LazyComponent = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/people/onboarding/welcome.tsx')).Welcome
})

export const BrandInvitationPopup: LazyComponent = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/partners/brand-invitation.tsx')).BrandInvitationPopup
})

/** Loaded after the screen that it refers to. */
export const Milestones: LazyComponent = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('#features/people/milestones/milestones.tsx')).Milestones
})

export const OfferSheet: LazyComponent = lazyPart(
  async () => (await import('#features/partners/brands/offer-sheet.tsx')).OfferSheet,
)

/** Functions that load overlays in advance, so that they also open without a connection. */
export const overlayPreloads: (() => Promise<unknown>)[] = [
  LinkDialog.preload,
  preloadEdit,
  preloadMenu,
  preloadListParts,
  preloadWaitingParts,
  Notifications.preload,
]

export const Home: LazyComponent = lazyPart(
  async () => (await import('#features/links/home/home-screen.tsx')).HomeScreen,
)
export const Links: LazyComponent = lazyPart(
  async () => (await import('#features/links/list/links-screen.tsx')).LinksScreen,
)
export const Collections: LazyComponent = lazyPart(
  async () =>
    (await import('#features/links/collections/collections-screen.tsx')).CollectionsScreen,
)
export const Import: LazyComponent = lazyPart(
  async () => (await import('#features/links/imports/import-dialog.tsx')).ImportDialog,
)
export const Collection: LazyComponent = lazyPart(
  async () => (await import('#features/links/collections/collection-screen.tsx')).CollectionScreen,
)
export const CreatorPage: LazyComponent = lazyPart(
  async () => (await import('#features/page/page-screen.tsx')).PageScreen,
)
export const NewPage: LazyComponent = lazyPart(
  async () => (await import('#features/page/create/new-page-screen.tsx')).NewPageScreen,
)
export const MoveIn: LazyComponent = lazyPart(
  async () => (await import('#features/page/move-in/move-in-screen.tsx')).MoveInScreen,
)
export const FirstPage: LazyComponent = lazyPart(
  async () => (await import('#features/page/create/first-page-screen.tsx')).FirstPageScreen,
)
export const Section: LazyComponent = lazyPart(
  async () => (await import('#features/page/section/section-screen.tsx')).SectionScreen,
)
export const More: LazyComponent = lazyPart(
  async () => (await import('#features/people/more/more-screen.tsx')).MoreScreen,
)
export const Profile: LazyComponent = lazyPart(
  async () => (await import('#features/people/profile/profile-screen.tsx')).ProfileScreen,
)
export const Logout: LazyComponent = lazyPart(
  async () => (await import('#features/people/logout/logout-screen.tsx')).LogoutScreen,
)
export const SecretSettings: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/secret-settings/secret-settings-screen.tsx'))
      .SecretSettingsScreen,
)
export const Analytics: LazyComponent = lazyPart(
  async () => (await import('#features/redirect/analytics/analytics-screen.tsx')).AnalyticsScreen,
)
export const DataExports: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/data-exports/data-exports-screen.tsx')).DataExportsScreen,
)
export const Settings: LazyComponent = lazyPart(
  async () => (await import('#features/people/settings/settings-screen.tsx')).SettingsScreen,
)
export const Account: LazyComponent = lazyPart(
  async () => (await import('#features/people/account/account-screen.tsx')).AccountScreen,
)
export const AccountEmail: LazyComponent = lazyPart(
  async () => (await import('#features/people/account/email-screen.tsx')).EmailScreen,
)
export const AccountPhone: LazyComponent = lazyPart(
  async () => (await import('#features/people/account/phone-screen.tsx')).PhoneScreen,
)
export const ConfirmPhone: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/account/confirm-phone-screen.tsx')).ConfirmPhoneScreen,
)
export const AccountDeletion: LazyComponent = lazyPart(
  async () => (await import('#features/people/leaving/deletion-screen.tsx')).DeletionScreen,
)
export const NotificationSettings: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/settings/notifications-screen.tsx')).NotificationsScreen,
)

export const Domains: LazyComponent = lazyPart(
  async () => (await import('#features/page/domains/domains-screen.tsx')).DomainsScreen,
)
export const ParameterSets: LazyComponent = lazyPart(
  async () =>
    (await import('#features/links/parameters/parameter-sets-screen.tsx')).ParameterSetsScreen,
)
export const Developers: LazyComponent = lazyPart(
  async () => (await import('#features/people/developers/developers-screen.tsx')).DevelopersScreen,
)
export const NewApiKeyForm: LazyComponent = lazyPart(
  async () => (await import('#features/people/developers/new-key-screen.tsx')).NewKeyScreen,
)
export const NewWebhookForm: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/developers/webhooks/new-webhook-screen.tsx')).NewWebhookScreen,
)
export const Webhook: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/developers/webhooks/webhook-screen.tsx')).WebhookScreen,
)
export const People: LazyComponent = lazyPart(
  async () => (await import('#features/people/members/screens.ts')).PeopleScreen,
)
export const Accounts: LazyComponent = lazyPart(
  async () => (await import('#features/people/members/screens.ts')).AccountsScreen,
)
export const Join: LazyComponent = lazyPart(
  async () => (await import('#features/people/members/screens.ts')).JoinScreen,
)
export const ConnectApp: LazyComponent = lazyPart(
  async () =>
    (await import('#features/people/connect-app/connect-app-screen.tsx')).ConnectAppScreen,
)
export const Approval: LazyComponent = lazyPart(
  async () => (await import('#features/people/connect-app/approval-screen.tsx')).ApprovalScreen,
)
export const AddDomain: LazyComponent = lazyPart(
  async () => (await import('#features/page/domains/add-domain-screen.tsx')).AddDomainScreen,
)
export const EditDomain: LazyComponent = lazyPart(
  async () => (await import('#features/page/domains/edit-domain-screen.tsx')).EditDomainScreen,
)

export const Help: LazyComponent = lazyPart(
  async () => (await import('#features/operator/help/help-screen.tsx')).HelpScreen,
)
export const Tools: LazyComponent = lazyPart(
  async () => (await import('#features/operator/tools/tools-screen.tsx')).ToolsScreen,
)

export const Wallet: LazyComponent = lazyPart(
  async () => (await import('#features/money/wallet/wallet-screen.tsx')).WalletScreen,
)
export const GiftCards: LazyComponent = lazyPart(
  async () =>
    (await import('#features/money/wallet/gift-cards/gift-cards-screen.tsx')).GiftCardsScreen,
)
export const PaymentThreshold: LazyComponent = lazyPart(
  async () =>
    (await import('#features/money/wallet/threshold/threshold-screen.tsx')).ThresholdScreen,
)
export const NetworkIncome: LazyComponent = lazyPart(
  async () => (await import('#features/money/networks/networks-screen.tsx')).NetworksScreen,
)
export const Rank: LazyComponent = lazyPart(
  async () => (await import('#features/money/rank/rank-screen.tsx')).RankScreen,
)

export const Refer: LazyComponent = lazyPart(
  async () => (await import('#features/money/referrals/refer-screen.tsx')).ReferScreen,
)
export const Widgets: LazyComponent = lazyPart(
  async () => (await import('#features/page/widgets/widgets-screen.tsx')).WidgetsScreen,
)

export const Chat: LazyComponent = lazyPart(
  async () => (await import('#features/partners/chat/chat-screen.tsx')).ChatScreen,
)

export const Connections: LazyComponent = lazyPart(
  async () => (await import('#features/partners/connections-screen.tsx')).ConnectionsScreen,
)

export const Brands: LazyComponent = lazyPart(
  async () => (await import('#features/partners/brands/brands-screen.tsx')).BrandsScreen,
)
export const Brand: LazyComponent = lazyPart(
  async () => (await import('#features/partners/brands/brand-screen.tsx')).BrandScreen,
)
export const BrandPartner: LazyComponent = lazyPart(
  async () => (await import('#features/partners/brands/brand-screen.tsx')).BrandPartnerScreen,
)
export const Promotions: LazyComponent = lazyPart(
  async () => (await import('#features/partners/brands/promotions-screen.tsx')).PromotionsScreen,
)
export const TrendingProducts: LazyComponent = lazyPart(
  async () =>
    (await import('#features/partners/discover/trending-products-screen.tsx'))
      .TrendingProductsScreen,
)
export const WebSearch: LazyComponent = lazyPart(
  async () => (await import('#features/partners/discover/web-search-screen.tsx')).WebSearchScreen,
)

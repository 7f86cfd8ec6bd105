import type { FunctionComponent } from 'react'
import { preloadWaitingParts } from '#features/links/list/waiting-parts.tsx'
import { firstScreen } from '#live/start/first-screen.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { preloadMenu } from '#ui/menu/menu-popup.tsx'

/*
 * What is fetched when it is asked for. The types are named, because the routes are made of these: what an
 * address may be must not depend on what is drawn there, which is full of addresses.
 */

/** A component in a file of its own, and how to have it before it is drawn. */
export type Part = FunctionComponent & { preload: () => Promise<void> }

export const LinkDialog: Part = lazyPart(
  async () => (await import('#features/links/link-dialog.tsx')).LinkDialog,
)

const preloadListParts = async () =>
  (await import('#features/links/list/list-parts.tsx')).preloadListParts()

export const Notices: Part = lazyPart(
  async () =>
    (await import('#features/notifications/notifications-dialog.tsx')).NotificationsDialog,
)

const preloadEdit = async () => (await import('#features/links/link-dialog.tsx')).preloadEdit()

export const ConnectionReturn: Part = lazyPart(
  async () => (await import('#features/connected-accounts/connection-return.tsx')).ConnectionReturn,
)
export const ConnectedDialog: Part = lazyPart(
  async () => (await import('#features/connected-accounts/connected-dialog.tsx')).ConnectedDialog,
)

/** Never before the first rows, however it is asked for. */
export const Onboarding: Part = lazyPart(async () => {
  await firstScreen()
  return (await import('#features/onboarding/onboarding-wizard.tsx')).OnboardingWizard
})
export const Welcome: Part = lazyPart(async () => {
  await firstScreen()
  return (await import('#features/onboarding/welcome.tsx')).Welcome
})

export const BrandInvitationPopup: Part = lazyPart(async () => {
  await firstScreen()
  return (await import('#features/partners/brand-invitation.tsx')).BrandInvitationPopup
})

/** News of what is on the screen: after it, and never instead of it. */
export const Milestones: Part = lazyPart(async () => {
  await firstScreen()
  return (await import('#features/milestones/milestones.tsx')).Milestones
})

export const OfferSheet: Part = lazyPart(
  async () => (await import('#features/brands/offer-sheet.tsx')).OfferSheet,
)

/** Fetches what comes up over screens while there is still a connection to fetch it with. */
export const overlayPreloads: (() => Promise<unknown>)[] = [
  LinkDialog.preload,
  preloadEdit,
  preloadMenu,
  preloadListParts,
  preloadWaitingParts,
  Notices.preload,
]

export const Home: Part = lazyPart(
  async () => (await import('#features/home/home-screen.tsx')).HomeScreen,
)
export const Links: Part = lazyPart(
  async () => (await import('#features/links/list/links-screen.tsx')).LinksScreen,
)
export const Collections: Part = lazyPart(
  async () => (await import('#features/collections/collections-screen.tsx')).CollectionsScreen,
)
export const Import: Part = lazyPart(
  async () => (await import('#features/imports/import-dialog.tsx')).ImportDialog,
)
export const Collection: Part = lazyPart(
  async () => (await import('#features/collections/collection-screen.tsx')).CollectionScreen,
)
export const CreatorPage: Part = lazyPart(
  async () => (await import('#features/page/page-screen.tsx')).PageScreen,
)
export const NewPage: Part = lazyPart(
  async () => (await import('#features/page/new-page-screen.tsx')).NewPageScreen,
)
export const FirstPage: Part = lazyPart(
  async () => (await import('#features/page/first-page-screen.tsx')).FirstPageScreen,
)
export const Section: Part = lazyPart(
  async () => (await import('#features/page/section/section-screen.tsx')).SectionScreen,
)
export const More: Part = lazyPart(
  async () => (await import('#features/more/more-screen.tsx')).MoreScreen,
)
export const Profile: Part = lazyPart(
  async () => (await import('#features/profile/profile-screen.tsx')).ProfileScreen,
)
export const Logout: Part = lazyPart(
  async () => (await import('#features/logout/logout-screen.tsx')).LogoutScreen,
)
export const SecretSettings: Part = lazyPart(
  async () =>
    (await import('#features/secret-settings/secret-settings-screen.tsx')).SecretSettingsScreen,
)
export const Analytics: Part = lazyPart(
  async () => (await import('#features/analytics/analytics-screen.tsx')).AnalyticsScreen,
)
export const DataExports: Part = lazyPart(
  async () => (await import('#features/data-exports/data-exports-screen.tsx')).DataExportsScreen,
)
export const Settings: Part = lazyPart(
  async () => (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
)
export const Account: Part = lazyPart(
  async () => (await import('#features/account/account-screen.tsx')).AccountScreen,
)
export const AccountEmail: Part = lazyPart(
  async () => (await import('#features/account/email-screen.tsx')).EmailScreen,
)
export const AccountPhone: Part = lazyPart(
  async () => (await import('#features/account/phone-screen.tsx')).PhoneScreen,
)
export const ConfirmPhone: Part = lazyPart(
  async () => (await import('#features/account/confirm-phone-screen.tsx')).ConfirmPhoneScreen,
)
export const AccountDeletion: Part = lazyPart(
  async () => (await import('#features/leaving/deletion-screen.tsx')).DeletionScreen,
)
export const NotificationSettings: Part = lazyPart(
  async () => (await import('#features/settings/notifications-screen.tsx')).NotificationsScreen,
)

export const Domains: Part = lazyPart(
  async () => (await import('#features/domains/domains-screen.tsx')).DomainsScreen,
)
export const AddDomain: Part = lazyPart(
  async () => (await import('#features/domains/add-domain-screen.tsx')).AddDomainScreen,
)
export const EditDomain: Part = lazyPart(
  async () => (await import('#features/domains/edit-domain-screen.tsx')).EditDomainScreen,
)

export const Help: Part = lazyPart(
  async () => (await import('#features/help/help-screen.tsx')).HelpScreen,
)
export const Tools: Part = lazyPart(
  async () => (await import('#features/tools/tools-screen.tsx')).ToolsScreen,
)

export const Wallet: Part = lazyPart(
  async () => (await import('#features/wallet/wallet-screen.tsx')).WalletScreen,
)
export const GiftCards: Part = lazyPart(
  async () => (await import('#features/wallet/gift-cards/gift-cards-screen.tsx')).GiftCardsScreen,
)
export const PaymentThreshold: Part = lazyPart(
  async () => (await import('#features/wallet/threshold/threshold-screen.tsx')).ThresholdScreen,
)
export const Rank: Part = lazyPart(
  async () => (await import('#features/rank/rank-screen.tsx')).RankScreen,
)

export const Refer: Part = lazyPart(
  async () => (await import('#features/referrals/refer-screen.tsx')).ReferScreen,
)
export const Widgets: Part = lazyPart(
  async () => (await import('#features/widgets/widgets-screen.tsx')).WidgetsScreen,
)

export const Chat: Part = lazyPart(
  async () => (await import('#features/chat/chat-screen.tsx')).ChatScreen,
)

export const Connections: Part = lazyPart(
  async () => (await import('#features/partners/connections-screen.tsx')).ConnectionsScreen,
)

export const Brands: Part = lazyPart(
  async () => (await import('#features/brands/brands-screen.tsx')).BrandsScreen,
)
export const Brand: Part = lazyPart(
  async () => (await import('#features/brands/brand-screen.tsx')).BrandScreen,
)
export const BrandPartner: Part = lazyPart(
  async () => (await import('#features/brands/brand-screen.tsx')).BrandPartnerScreen,
)
export const Promotions: Part = lazyPart(
  async () => (await import('#features/brands/promotions-screen.tsx')).PromotionsScreen,
)
export const TrendingProducts: Part = lazyPart(
  async () =>
    (await import('#features/discover/trending-products-screen.tsx')).TrendingProductsScreen,
)
export const WebSearch: Part = lazyPart(
  async () => (await import('#features/discover/web-search-screen.tsx')).WebSearchScreen,
)

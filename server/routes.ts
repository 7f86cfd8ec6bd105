import type { Hono } from 'hono'
import { IMAGE_ROOT } from '#contract/images.ts'
import { V1, V2 } from '#contract/app-constants.ts'
import type { AppEnv } from './env.ts'
import { activity } from './activity/activity-routes.ts'
import { unsubscribe } from './activity/unsubscribe-routes.tsx'
import { extensionActions, linkAnalytics, timeZones } from './analytics/analytics-routes.ts'
import { discover, merchants, organizations } from './brands/brands-routes.ts'
import { chat, chatAccess, chatTokenV1 } from './chat/chat-routes.ts'
import { collections } from './collections/collections-routes.ts'
import {
  connectedAccounts,
  connectionCallbacks,
  instagramProxy,
} from './connected-accounts/connected-accounts-routes.ts'
import { confirmEmailPages } from './accounts/confirm-email-routes.tsx'
import { email } from './accounts/email-routes.ts'
import { accountDownload } from './exports/archive-routes.ts'
import { dataExports, exportFiles, exportRequests } from './exports/exports-routes.ts'
import { desk } from './desk/desk-routes.tsx'
import { domainSurface, domains } from './domains/domains-routes.ts'
import { devices } from './push/devices-routes.ts'
import { facts } from './facts/facts-routes.ts'
import { faq } from './help/faq-routes.ts'
import { health, live } from './healthz.ts'
import { inspection } from './reports/inspection-routes.tsx'
import { imageProxy, images } from './media/images-routes.ts'
import { legal } from './legal/legal-routes.tsx'
import { terms } from './legal/terms-routes.ts'
import { imports } from './imports/imports-routes.ts'
import { linkHealth, linksV1, linksV2 } from './links/links-routes.ts'
import { login } from './accounts/login-routes.tsx'
import { media } from './media/media-routes.ts'
import { missingSales } from './missing-sales/missing-sales-routes.ts'
import { categories, onboarding } from './onboarding/onboarding-routes.ts'
import { pages, pagesV1 } from './pages/pages-routes.ts'
import { predefinedSections, sections } from './pages/sections-routes.ts'
import { pageReports } from './reports/page-report-routes.tsx'
import { widgetReports } from './reports/widget-report-routes.tsx'
import { phone } from './phone/phone-routes.ts'
import { postback } from './conversions/postback-routes.ts'
import { profile } from './profile/profile-routes.ts'
import {
  campaignRoutes,
  discovered,
  organizationLists,
  promotionRoutes,
} from './promotions/promotions-routes.ts'
import { pagePreview } from './public-page/preview-routes.ts'
import { publicPage } from './public-page/public-page-routes.tsx'
import { rank } from './rank/rank-routes.ts'
import { referralRoutes } from './referrals/referrals-routes.ts'
import { referralSurface } from './referrals/referral-surface.tsx'
import { sentry } from './error-reports/error-reports-routes.ts'
import { session } from './accounts/session-routes.ts'
import { settings } from './profile/settings-routes.ts'
import { tags } from './links/tags-routes.ts'
import { uploads } from './media/uploads-routes.ts'
import { social } from './social/social-links-routes.ts'
import { bank } from './wallet/bank-routes.ts'
import { payoutAddress } from './wallet/confirm-routes.tsx'
import { shop } from './wallet/shop-routes.ts'
import { unmasking } from './unmasking/unmasking-routes.ts'
import { webSearch } from './web-search/web-search-routes.ts'
import { widgets } from './widgets/widgets-routes.ts'
import { widgetSurface } from './widgets/widget-surface.ts'
import { laterPayout } from './leaving/later-payout-routes.tsx'
import { deletion } from './leaving/leaving-routes.ts'
import { deviceSessions } from './accounts/signed-in-devices-routes.ts'
import { settingsV2, usersV1 } from './accounts/users-routes.ts'

/** Every path that the server answers itself, by noun. */
export function mountRoutes(app: Hono<AppEnv>): void {
  app.route('/healthz', health)
  app.route('/livez', live)
  app.route('/media', media)
  app.route(IMAGE_ROOT, images)
  app.route('/multi-connect', login)
  app.route('/', legal)
  app.route('/p', publicPage)
  app.route('/p', pageReports)
  app.route('/w', widgetSurface)
  app.route('/w', widgetReports)
  app.route('/s', inspection)
  app.route('/r', referralSurface)
  app.route('/sentry', sentry)
  app.route('/desk', desk)
  app.route('/postback', postback)
  app.route('/mail/off', unsubscribe)
  app.route('/confirm-email/payout', payoutAddress)
  app.route('/confirm-email', confirmEmailPages)
  app.route('/confirm-email/later-payout', laterPayout)
  app.route(V1, session)
  app.route(V1, settings)
  app.route(`${V1}/users_mobile`, phone)
  app.route(`${V1}/activity`, activity)
  app.route(`${V1}/bank`, bank)
  app.route(`${V1}/bank/missing_sales`, missingSales)
  app.route(`${V1}/shop`, shop)
  for (const base of [V1, '', '/device']) app.route(`${base}/wp`, devices)
  app.route(`${V1}/uploader`, uploads)
  app.route(`${V1}/image-proxy`, imageProxy)
  app.route(`${V1}/users/me/widgets`, widgets)
  app.route(`${V1}/users/me`, email)
  app.route(`${V1}/users/me`, usersV1)
  app.route(`${V1}/users/me`, chatTokenV1)
  app.route('/domains', domainSurface)
  app.route(`${V1}/users/me/links/domains/custom`, domains)
  app.route(`${V1}/users/me/links`, linksV1)
  app.route(`${V1}/pages`, pagesV1)
  app.route(`${V1}/action_ext`, extensionActions)
  app.route(`${V2}/analytics/my_links`, linkAnalytics)
  app.route(`${V2}/analytics/time_zone`, timeZones)
  app.route(`${V2}/analytics/request_user_csv`, exportRequests)
  for (const place of ['', '/analytics']) app.route(`${V2}${place}/data_export`, dataExports)
  app.route(`${V2}/account/download`, accountDownload)
  app.route('/exports', exportFiles)
  // Before the links, where `import` would be an id.
  app.route(`${V2}/links/import`, imports)
  app.route(`${V2}/links`, linkHealth)
  app.route(`${V2}/links`, linksV2)
  app.route(`${V2}/collections`, collections)
  app.route(`${V2}/analytics/tags`, tags(`${V2}/analytics/tags/`))
  app.route(`${V2}/pages/preview`, pagePreview)
  app.route(`${V2}/pages`, pages)
  app.route(`${V2}/sections`, sections)
  app.route(`${V2}/predefined-sections`, predefinedSections)
  app.route(`${V2}/profile/deletion`, deletion)
  app.route(`${V2}/profile/public`, profile)
  app.route(`${V2}/settings`, settingsV2)
  app.route(`${V2}/socialmedialinks`, social)
  app.route(`${V2}/connected_accounts`, connectedAccounts)
  app.route('/v2/accounts', connectionCallbacks)
  app.route(`${V1}/proxy/instagram`, instagramProxy)
  app.route(`${V2}/sessions`, deviceSessions)
  app.route(`${V2}/facts`, facts)
  for (const place of [V2, '/v2']) app.route(`${place}/public/faq`, faq)
  app.route(`${V2}/onboarding`, onboarding)
  app.route(`${V2}/categories`, categories)
  app.route(`${V2}/terms`, terms)
  app.route(`${V2}/rank`, rank)
  app.route(`${V2}/sendbird`, chatAccess)
  app.route('/chat', chat)
  app.route(`${V2}/referrals`, referralRoutes)
  app.route(`${V2}/unmasking`, unmasking)
  app.route(V1, merchants)
  app.route(`${V2}/campaigns`, campaignRoutes)
  app.route(`${V2}/promotions`, promotionRoutes)
  // Their lists before a brand's page, where `campaigns` would be an id.
  app.route(`${V2}/websearch`, webSearch)
  app.route(`${V2}/organizations`, organizationLists)
  app.route(`${V2}/organizations`, organizations)
  app.route(`${V2}/discover`, discover)
  app.route(`${V2}/discover/organizations`, discovered)
}

import type { Hono } from 'hono'
import { IMAGE_ROOT } from '#contract/images/images.ts'
import { V1, V2 } from '#contract/app-constants.ts'
import type { AppEnv } from './env.ts'
import { activity } from './people/activity/activity-routes.ts'
import { unsubscribe } from './people/activity/unsubscribe-routes.tsx'
import {
  extensionActions,
  linkAnalytics,
  timeZones,
} from './redirect/analytics/analytics-routes.ts'
import {
  discountCodes,
  discover,
  merchants,
  organizations,
  shops,
} from './links/brands/brands-routes.ts'
import { chat, chatAccess, chatTokenV1 } from './partners/chat/chat-routes.ts'
import { collections } from './links/collections/collections-routes.ts'
import {
  connectedAccounts,
  connectionCallbacks,
  instagramProxy,
} from './people/connected-accounts/connected-accounts-routes.ts'
import { apiKeyRoutes } from './people/api-keys/api-keys-routes.ts'
import { connectedApps } from './people/connected-apps/connected-apps-routes.ts'
import { approvalRoutes } from './people/mcp/approvals-routes.ts'
import { mcpRoutes } from './people/mcp/mcp-routes.ts'
import { oauth, oauthMetadata } from './people/connected-apps/oauth-routes.ts'
import { factorRoutes } from './people/factors/factors-routes.ts'
import { extension } from './people/extension/extension-routes.tsx'
import { reference } from './people/api-keys/reference/reference-routes.tsx'
import { confirmEmailPages } from './people/accounts/confirm-email-routes.tsx'
import { email } from './people/accounts/email-routes.ts'
import { accountRoutes, memberRoutes } from './people/members/members-routes.ts'
import { accountDownload } from './operator/exports/archive-routes.ts'
import { dataExports, exportFiles, exportRequests } from './operator/exports/exports-routes.ts'
import { staffConsole } from './operator/console/console-routes.tsx'
import { desk } from './partners/desk/desk-routes.tsx'
import { domainSurface, domains } from './page/domains/domains-routes.ts'
import { devices } from './people/push/devices-routes.ts'
import { facts } from './partners/facts/facts-routes.ts'
import { faq } from './operator/help/faq-routes.ts'
import { metrics } from './operator/metrics/metrics-routes.ts'
import { health, live } from './healthz.ts'
import { appealRoutes } from './operator/appeals/appeal-routes.tsx'
import { inspection } from './operator/reports/inspection-routes.tsx'
import { imageProxy, images } from './people/media/images-routes.ts'
import { legal } from './operator/legal/legal-routes.tsx'
import { terms } from './people/terms/terms-routes.ts'
import { imports } from './links/imports/imports-routes.ts'
import { linkTries } from './redirect/rules/try-routes.ts'
import { linkHistory } from './links/history/link-history-routes.ts'
import { linkHealth, linksV1, linksV2 } from './links/links-routes.ts'
import { parameterSetRoutes } from './links/parameters/parameter-sets-routes.ts'
import { qrCodes } from './links/qr/qr-routes.ts'
import { login } from './people/accounts/login-routes.tsx'
import { edgeRoutes } from './redirect/edge/origin/edge-routes.ts'
import { media } from './people/media/media-routes.ts'
import { missingSales } from './money/missing-sales/missing-sales-routes.ts'
import { categories, onboarding } from './people/onboarding/onboarding-routes.ts'
import { moveIn } from './page/move-in/move-in-routes.ts'
import { pages, pagesV1 } from './page/pages/pages-routes.ts'
import { predefinedSections, sections } from './page/pages/sections-routes.ts'
import { pageReports } from './operator/reports/page-report-routes.tsx'
import { widgetReports } from './operator/reports/widget-report-routes.tsx'
import { phone } from './people/phone/phone-routes.ts'
import { paypalHook } from './money/paypal/paypal-hook-routes.ts'
import { postback } from './money/conversions/postback-routes.ts'
import { profile } from './people/profile/profile-routes.ts'
import {
  campaignRoutes,
  discovered,
  organizationLists,
  promotionRoutes,
} from './money/promotions/promotions-routes.ts'
import { pagePreview } from './page/public-page/preview-routes.ts'
import { publicPage } from './page/public-page/public-page-routes.tsx'
import { networks } from './money/networks/networks-routes.ts'
import { rank } from './money/rank/rank-routes.ts'
import { referralRoutes } from './money/referrals/referrals-routes.ts'
import { referralSurface } from './money/referrals/referral-surface.tsx'
import { sentry } from './platform/error-reports/error-reports-routes.ts'
import { session } from './people/accounts/session-routes.ts'
import { settings } from './people/profile/settings-routes.ts'
import { tags } from './links/tags-routes.ts'
import { uploads } from './people/media/uploads-routes.ts'
import { social } from './people/social/social-links-routes.ts'
import { bank } from './money/wallet/bank-routes.ts'
import { payoutAddress } from './money/wallet/confirm-routes.tsx'
import { shop } from './money/wallet/shop-routes.ts'
import { unmasking } from './partners/unmasking/unmasking-routes.ts'
import { clickScript } from './partners/connectors/click-script.ts'
import { shopHooks } from './partners/connectors/hooks-routes.ts'
import { webhookRoutes } from './partners/webhooks/webhooks-routes.ts'
import { webSearch } from './money/web-search/web-search-routes.ts'
import { widgets } from './page/widgets/widgets-routes.ts'
import { widgetSurface } from './page/widgets/widget-surface.ts'
import { securityText } from './operator/legal/security-text.ts'
import { laterPayout } from './operator/leaving/later-payout-routes.tsx'
import { deletion } from './operator/leaving/leaving-routes.ts'
import { deviceSessions } from './people/accounts/signed-in-devices-routes.ts'
import { settingsV2, usersV1 } from './people/accounts/users-routes.ts'

/** Mounts every route that the server answers itself. */
export function mountRoutes(app: Hono<AppEnv>): void {
  app.route('/healthz', health)
  app.route('/livez', live)
  app.route('/metrics', metrics)
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
  app.route('/console', staffConsole)
  app.route('/extension', extension)
  app.route('/postback', postback)
  app.route('/edge', edgeRoutes)
  app.route('/hooks', paypalHook)
  app.route('/hooks', shopHooks)
  app.route('/t.js', clickScript)
  app.route('/oauth', oauth)
  app.route('/.well-known', oauthMetadata)
  app.route('/.well-known', securityText)
  app.route('/mail/off', unsubscribe)
  app.route('/mail/appeal', appealRoutes)
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
  // Must precede the links, where `import` would be read as an id.
  app.route(`${V2}/links/import`, imports)
  app.route(`${V2}/links`, linkTries)
  app.route(`${V2}/links`, qrCodes)
  app.route(`${V2}/links`, linkHealth)
  app.route(`${V2}/links`, linkHistory)
  app.route(`${V2}/links`, linksV2)
  app.route(`${V2}/parameter-sets`, parameterSetRoutes)
  app.route(`${V2}/collections`, collections)
  app.route(`${V2}/analytics/tags`, tags(`${V2}/analytics/tags/`))
  app.route(`${V2}/pages/preview`, pagePreview)
  app.route(`${V2}/pages/move-in`, moveIn)
  app.route(`${V2}/pages`, pages)
  app.route(`${V2}/sections`, sections)
  app.route(`${V2}/predefined-sections`, predefinedSections)
  app.route(`${V2}/factors`, factorRoutes)
  app.route(`${V2}/profile/deletion`, deletion)
  app.route(`${V2}/profile/public`, profile)
  app.route(`${V2}/settings`, settingsV2)
  app.route(`${V2}/socialmedialinks`, social)
  app.route(`${V2}/connected_accounts`, connectedAccounts)
  app.route('/v2/accounts', connectionCallbacks)
  app.route(`${V1}/proxy/instagram`, instagramProxy)
  app.route(`${V2}/sessions`, deviceSessions)
  app.route(`${V2}/members`, memberRoutes)
  app.route(`${V2}/accounts`, accountRoutes)
  app.route(`${V2}/api-keys`, apiKeyRoutes)
  app.route(`${V2}/connected-apps`, connectedApps)
  app.route(`${V2}/webhooks`, webhookRoutes)
  app.route(`${V2}/approvals`, approvalRoutes(app))
  app.route(`${V2}/facts`, facts)
  for (const place of [V2, '/v2']) app.route(`${place}/public/faq`, faq)
  app.route(`${V2}/onboarding`, onboarding)
  app.route(`${V2}/categories`, categories)
  app.route(`${V2}/terms`, terms)
  app.route(`${V2}/networks`, networks)
  app.route(`${V2}/rank`, rank)
  app.route(`${V2}/sendbird`, chatAccess)
  app.route('/chat', chat)
  app.route(`${V2}/referrals`, referralRoutes)
  app.route(`${V2}/unmasking`, unmasking)
  app.route(V1, merchants)
  app.route(`${V2}/shops`, shops)
  app.route(`${V2}/discount_codes`, discountCodes)
  app.route(`${V2}/campaigns`, campaignRoutes)
  app.route(`${V2}/promotions`, promotionRoutes)
  // Must precede the route of a single brand, where `campaigns` would be read as an id.
  app.route(`${V2}/websearch`, webSearch)
  app.route(`${V2}/organizations`, organizationLists)
  app.route(`${V2}/organizations`, organizations)
  app.route(`${V2}/discover`, discover)
  app.route(`${V2}/discover/organizations`, discovered)
  // Last, because it describes the routes above.
  app.route('/mcp', mcpRoutes(app))
  app.route('/', reference(app.routes))
}

/*
 * All addresses of the app. The table of routes uses the same ones with `$id` as the id. Import
 * them as `paths`, see paths.ts.
 */

export const home = '/'

export const redeem = '/redeem'
export const wallet = '/wallet'
export const walletRequests = '/wallet/my-requests'
export const availableEarnings = '/wallet/available-earnings'
export const pendingEarnings = '/wallet/pending-earnings'
export const giftCards = '/wallet/gift-cards'
export const paymentThreshold = '/wallet/payment-threshold'
export const networks = '/wallet/networks'

export const offers = '/offers'
export const links = '/splitlinks'
export const page = '/splitpage'
export const pageHome = '/splitpage-home'
export const pageCreate = '/splitpage-create'
export const pageMoveIn = '/splitpage-import'
export const section = withId('/splitpage/section')
export const collection = withId('/splitpage/collection')
export const firstPage = '/creator-step-splitpages'
export const firstPageOfInstagram = '/creator-step-splitpages-instagram'

export const partners = '/partners'
export const partnersTab = withId('/partners')
export const connections = '/partners/connections'
export const chats = '/partners/chat'
export const chat = withId('/partners/chat')
export const brandPartner = withId('/brand')
export const brands = '/brands'
export const brand = withId('/brands')

export const more = '/more'
export const rank = '/rank'
export const promotions = '/promotions'
export const webSearch = '/google-search'
export const trendingProducts = '/trending-products'
export const profile = '/profile'
export const refer = '/refer'
export const help = '/info'
export const tools = '/tools'
export const widgets = '/widgets'
export const logout = '/logout'
export const dataExports = '/data-exports'
export const analytics = '/analytics'
export const linkAnalytics = withId('/analytics')

export const settings = '/settings'
export const secretSettings = '/secret-settings'
export const notificationSettings = '/settings/notifications-settings'
export const accountInfo = '/settings/accountinfo'
export const accountEmail = '/settings/accountinfo/email'
export const accountPhone = '/settings/accountinfo/phone'
export const confirmPhone = '/settings/accountinfo/phone/confirm'
export const accountDeletion = '/settings/accountinfo/deletion'
export const domains = '/settings/custom-domains'
export const editDomain = withId('/settings/custom-domains/edit-domain')
export const addDomain = '/settings/custom-domains/add-domain'
export const parameterSets = '/settings/parameter-sets'
export const developers = '/settings/developers'
export const newApiKey = '/settings/developers/new-key'
export const newWebhook = '/settings/developers/new-webhook'
export const webhook = withId('/settings/developers/webhooks')
export const people = '/settings/people'
export const accounts = '/accounts'
export const join = '/join'
export const connectApp = '/connect-app'
export const approval = withId('/settings/developers/approvals')

function withId<const Parent extends string>(parent: Parent) {
  return <const Id extends string>(id: Id): `${Parent}/${Id}` => `${parent}/${id}`
}

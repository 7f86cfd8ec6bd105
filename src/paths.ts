import * as v from 'valibot'
import { LinkOrder } from '#contract/search/link-order.ts'
import { stringifySearch } from '#app/shell/search-params.ts'
import * as paths from './addresses.ts'

const Text = v.optional(v.string())

/** Schema of a parameter with fixed values. Unknown values are ignored. */
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.fallback(v.optional(v.picklist(options)), undefined)

/** Parameters of every address, for dialogs that can open over any screen. */
export const ShellSearch = v.object({
  notifications: Text,
  install: Text,
  /** Parameters of the return from an OAuth provider, then the account that was connected. */
  nonce: Text,
  code: Text,
  type: Text,
  error: Text,
  connected: Text,
  /** Step of the onboarding, such as `profileMode`. */
  onboarding: Text,
  /** Campaign or promotion, such as `campaign.12`. */
  offer: Text,
  /** List of keyboard shortcuts. */
  keys: Text,
})
export type ShellSearch = v.InferInput<typeof ShellSearch>

/** Parameters of the lists of links and collections. Values are plain text. */
export const LinksSearch = v.object({
  tab: oneOf(['collections']),
  dialog: oneOf(['new', 'tag', 'add-to-collection', 'parameters', 'open-in-browser']),
  import: Text,
  q: Text,
  hidden: oneOf(['1', 'true']),
  ordering: v.fallback(v.optional(LinkOrder), undefined),
  tags: Text,
  collection: Text,
  domain: Text,
  network: oneOf(['in', 'out']),
})
export type LinksSearch = v.InferInput<typeof LinksSearch>

export const CollectionSearch = v.object({
  dialog: oneOf(['add-collection-links', 'rename', 'rule', 'cover', 'history']),
})
export type CollectionSearch = v.InferInput<typeof CollectionSearch>

/** Parameters of the settings. `saved` opens the list of data on this device. */
export const SettingsSearch = v.object({ dialog: oneOf(['saved']) })
export type SettingsSearch = v.InferInput<typeof SettingsSearch>

/** Parameters of the referrals. `code` opens the choice of an own code. */
export const ReferSearch = v.object({ dialog: oneOf(['code']) })
export type ReferSearch = v.InferInput<typeof ReferSearch>

/** Parameter of screens with social links: a type to add, or the id of one to edit. */
export const SocialSearch = v.object({ social: Text })
export type SocialSearch = v.InferInput<typeof SocialSearch>

/** Parameters of the page management: its dialogs, and the preview on a phone. */
export const PageSearch = v.object({
  ...SocialSearch.entries,
  view: oneOf(['preview']),
  dialog: oneOf(['add-section', 'settings', 'details', 'cover']),
})
export type PageSearch = v.InferInput<typeof PageSearch>

export const SectionSearch = v.object({
  dialog: oneOf(['add-collections', 'add-section-links']),
})
export type SectionSearch = v.InferInput<typeof SectionSearch>

/** Parameter of the parameter sets: the id of the one that is shown, or `new`. */
export const ParameterSetsSearch = v.object({ set: Text })
export type ParameterSetsSearch = v.InferInput<typeof ParameterSetsSearch>

/** Parameters of the developer settings: the id of the API key or connected app that is shown. */
export const DevelopersSearch = v.object({ key: Text, app: Text })
export type DevelopersSearch = v.InferInput<typeof DevelopersSearch>

/** Parameters of an invitation to an account: the key in the link of the email. */
export const JoinSearch = v.object({ key: Text })
export type JoinSearch = v.InferInput<typeof JoinSearch>

/** Parameters of a webhook: the id of a delivery, or the settings. */
export const WebhookSearch = v.object({ delivery: Text, dialog: oneOf(['settings']) })
export type WebhookSearch = v.InferInput<typeof WebhookSearch>

/** Parameters of the account: the dialog or passkey that is open. */
export const AccountSearch = v.object({
  dialog: oneOf(['password', 'authenticator', 'recovery-codes', 'add-passkey', 'identity']),
  /** Id of the passkey that is shown. */
  passkey: Text,
})
export type AccountSearch = v.InferInput<typeof AccountSearch>

/** Parameters of the analytics: a preset period, or a first and a last day. */
export const AnalyticsSearch = v.object({
  days: Text,
  from: Text,
  to: Text,
  dialog: oneOf(['dates']),
})
export type AnalyticsSearch = v.InferInput<typeof AnalyticsSearch>

/** Current view of the widgets' dialog: `new`, `12` or `12.code`. */
export const WidgetsSearch = v.object({ widget: Text })
export type WidgetsSearch = v.InferInput<typeof WidgetsSearch>

/** Parameters of the wallet: a request or earning, or the screen for redeeming. */
export const WalletSearch = v.object({
  redeem: oneOf(['paypal', 'charity']),
  confirm: Text,
  request: Text,
  earning: Text,
  missing: Text,
  /** Year, `details`, or any other value for the list of years. */
  statement: Text,
  /** Id of a payout request. */
  receipt: Text,
})
export type WalletSearch = v.InferInput<typeof WalletSearch>

/** Parameter of the affiliate networks: the rows without a link. */
export const NetworksSearch = v.object({ rows: oneOf(['unmatched']) })
export type NetworksSearch = v.InferInput<typeof NetworksSearch>

/** Id of the open gift card. */
export const GiftCardsSearch = v.object({ card: Text })
export type GiftCardsSearch = v.InferInput<typeof GiftCardsSearch>

/** Key of the open question. */
export const HelpSearch = v.object({ question: Text })
export type HelpSearch = v.InferInput<typeof HelpSearch>

/** Step of creating the first page. */
export const FirstPageSearch = v.object({ step: oneOf(['picture']) })
export type FirstPageSearch = v.InferInput<typeof FirstPageSearch>

/** Filters of the list of brands. */
export const BrandsSearch = v.object({ q: Text, type: oneOf(['top']), category: Text })
export type BrandsSearch = v.InferInput<typeof BrandsSearch>

/** Filters of the promotions: kind and state. Without a kind, campaigns are shown. */
export const PromotionsSearch = v.object({
  type: oneOf(['event', 'bonus_opp']),
  status: oneOf(['active', 'upcoming', 'ended']),
})
export type PromotionsSearch = v.InferInput<typeof PromotionsSearch>

export const WebSearchSearch = v.object({ q: Text })

/** Parameters that open something over a screen, with their values. */
export type DialogParams = ShellSearch & {
  dialog?: (
    | AccountSearch
    | ReferSearch
    | SettingsSearch
    | LinksSearch
    | CollectionSearch
    | PageSearch
    | SectionSearch
    | AnalyticsSearch
    | WebhookSearch
  )['dialog']
  import?: LinksSearch['import']
  set?: ParameterSetsSearch['set']
  key?: DevelopersSearch['key']
  app?: DevelopersSearch['app']
  delivery?: WebhookSearch['delivery']
  passkey?: AccountSearch['passkey']
  social?: SocialSearch['social']
  widget?: WidgetsSearch['widget']
  confirm?: WalletSearch['confirm']
  request?: WalletSearch['request']
  earning?: WalletSearch['earning']
  missing?: WalletSearch['missing']
  card?: GiftCardsSearch['card']
}

export { paths }

/** Used instead of a link's id to open the explanation of the analytics figures. */
export const EXPLANATIONS_ID = 'definitions'
export const definitionsPath = paths.linkAnalytics(EXPLANATIONS_ID)

type Path<Entry> = Entry extends (id: string) => infer Below ? Below : Entry
type Address = Path<(typeof paths)[keyof typeof paths]>

/** Target of a link within the app: the address of a screen, optionally with parameters. */
export type Href = Address | `${Address}?${string}`

/** Returns the address of the list of links or, with `tab`, of collections. */
export const linksPath = (search: LinksSearch): Href => withSearch(paths.links, search)

export const webSearchPath = (q = ''): Href =>
  withSearch(paths.webSearch, { q: q === '' ? undefined : q })

/** Returns the address of a question in Help. */
export const questionPath = (question: string): Href => withSearch(paths.help, { question })

/** Part of the account screen with the settings for brand invitations. */
export const INVITATIONS_SETTINGS = 'invitations-settings'
export const invitationsSettingsPath = `${paths.accountInfo}#${INVITATIONS_SETTINGS}` as const

export const collectionsPath = linksPath({ tab: 'collections' })
export const importPath: Href = `${paths.links}?import`

/** Returns the address of the screen for redeeming, which replaces the wallet. */
export const redeemPath = (way: NonNullable<WalletSearch['redeem']> = 'paypal'): Href =>
  withSearch(paths.walletRequests, { redeem: way })

/** Returns the address of a yearly statement, the list of years or the receipt details. */
export const statementPath = (of: string): Href =>
  withSearch(paths.walletRequests, { statement: of })

export const networksPath = (search: NetworksSearch): Href => withSearch(paths.networks, search)

/** Returns the address of an earning's details over the list of pending earnings. */
export const earningPath = (id: number): Href =>
  withSearch(paths.pendingEarnings, { earning: String(id) })

export const requestPath = (id: number): Href =>
  withSearch(paths.walletRequests, { request: String(id) })
export const receiptPath = (id: number): Href =>
  withSearch(paths.walletRequests, { receipt: String(id) })

export const collectionPath = (id: string, search: CollectionSearch = {}): Href =>
  withSearch(paths.collection(id), search)

function withSearch(path: Address, search: object): Href {
  return `${path}${stringifySearch(search)}`
}

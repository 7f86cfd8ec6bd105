import * as v from 'valibot'
import { LinkOrder } from '#contract/links.ts'
import { stringifySearch } from '#app/shell/search-params.ts'
import * as paths from './addresses.ts'

const Text = v.optional(v.string())

/** What an address says that this app does not know is left out, as if it were not there. */
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.fallback(v.optional(v.picklist(options)), undefined)

/** What any address can say: what lies over every screen alike. */
export const ShellSearch = v.object({
  notifications: Text,
  install: Text,
  /** What comes back from a provider's page, and then the account that it has become. */
  nonce: Text,
  code: Text,
  type: Text,
  error: Text,
  connected: Text,
  /** A step of the first ones: `profileMode` (D-86). */
  onboarding: Text,
  /** A campaign or a promotion: `campaign.12`. */
  offer: Text,
  /** The list of keyboard shortcuts. */
  keys: Text,
})
export type ShellSearch = v.InferInput<typeof ShellSearch>

/** What the address of the two lists says besides its path. Parameters are plain text (D-70). */
export const LinksSearch = v.object({
  tab: oneOf(['collections']),
  dialog: oneOf(['new', 'tag', 'add-to-collection']),
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
  dialog: oneOf(['add-collection-links', 'rename', 'rule', 'cover']),
})
export type CollectionSearch = v.InferInput<typeof CollectionSearch>

/** What is kept on this device lies over the settings. */
export const SettingsSearch = v.object({ dialog: oneOf(['saved']) })
export type SettingsSearch = v.InferInput<typeof SettingsSearch>

/** The choice of one's own code lies over the referrals. */
export const ReferSearch = v.object({ dialog: oneOf(['code']) })
export type ReferSearch = v.InferInput<typeof ReferSearch>

/** What shows social links takes it: a type to add, or the number of one to edit. */
export const SocialSearch = v.object({ social: Text })
export type SocialSearch = v.InferInput<typeof SocialSearch>

/** What lies over the page's management, and on a phone whether it is looked at. */
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

/** The question for a new password lies over the account. */
export const AccountSearch = v.object({ dialog: oneOf(['password']) })
export type AccountSearch = v.InferInput<typeof AccountSearch>

/** Which days: a usual range, or from one day to another. */
export const AnalyticsSearch = v.object({
  days: Text,
  from: Text,
  to: Text,
  dialog: oneOf(['dates']),
})
export type AnalyticsSearch = v.InferInput<typeof AnalyticsSearch>

/** The views of the widgets' dialog, one above the other: `new`, `12`, `12.code`. */
export const WidgetsSearch = v.object({ widget: Text })
export type WidgetsSearch = v.InferInput<typeof WidgetsSearch>

/** What lies over the wallet: a request, an earning, or in place of it the choice of how to redeem. */
export const WalletSearch = v.object({
  redeem: oneOf(['paypal', 'charity']),
  confirm: Text,
  request: Text,
  earning: Text,
  missing: Text,
  /** A year, `details`, or anything else for the list of years. */
  statement: Text,
  /** The number of a request. */
  receipt: Text,
})
export type WalletSearch = v.InferInput<typeof WalletSearch>

/** The number of a gift card that is looked at. */
export const GiftCardsSearch = v.object({ card: Text })
export type GiftCardsSearch = v.InferInput<typeof GiftCardsSearch>

/** The question that is open. */
export const HelpSearch = v.object({ question: Text })
export type HelpSearch = v.InferInput<typeof HelpSearch>

/** A first page is made in two steps. */
export const FirstPageSearch = v.object({ step: oneOf(['picture']) })
export type FirstPageSearch = v.InferInput<typeof FirstPageSearch>

/** What the list of brands is asked for. */
export const BrandsSearch = v.object({ q: Text, type: oneOf(['top']), category: Text })
export type BrandsSearch = v.InferInput<typeof BrandsSearch>

/** Campaigns, or one kind of promotion, and which of them by the clock. */
export const PromotionsSearch = v.object({
  type: oneOf(['event', 'bonus_opp']),
  status: oneOf(['active', 'upcoming', 'ended']),
})
export type PromotionsSearch = v.InferInput<typeof PromotionsSearch>

export const WebSearchSearch = v.object({ q: Text })

/** The parameters under which something lies over a screen, and what each can be. */
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
  )['dialog']
  import?: LinksSearch['import']
  social?: SocialSearch['social']
  widget?: WidgetsSearch['widget']
  confirm?: WalletSearch['confirm']
  request?: WalletSearch['request']
  earning?: WalletSearch['earning']
  missing?: WalletSearch['missing']
  card?: GiftCardsSearch['card']
}

export { paths }

/** In place of a link's id: what the numbers of all screens mean. */
export const DEFINITIONS_ID = 'definitions'
export const definitionsPath = paths.linkAnalytics(DEFINITIONS_ID)

type Path<Entry> = Entry extends (id: string) => infer Below ? Below : Entry
type Address = Path<(typeof paths)[keyof typeof paths]>

/** What a link within the app may lead to: a screen's address, with parameters or without. */
export type Href = Address | `${Address}?${string}`

/** The two lists: links, and under `tab` collections. */
export const linksPath = (search: LinksSearch): Href => withSearch(paths.links, search)

export const webSearchPath = (q = ''): Href =>
  withSearch(paths.webSearch, { q: q === '' ? undefined : q })

/** One question of Help. */
export const questionPath = (question: string): Href => withSearch(paths.help, { question })

/** The part of the account screen about what brands may see. */
export const INVITATIONS_SETTINGS = 'invitations-settings'
export const invitationsSettingsPath = `${paths.accountInfo}#${INVITATIONS_SETTINGS}` as const

export const collectionsPath = linksPath({ tab: 'collections' })
export const importPath: Href = `${paths.links}?import`

/** How to redeem, in place of the wallet. */
export const redeemPath = (way: NonNullable<WalletSearch['redeem']> = 'paypal'): Href =>
  withSearch(paths.walletRequests, { redeem: way })

/** Papers in place of the wallet: of a year, all years, or what is printed on them. */
export const statementPath = (of: string): Href =>
  withSearch(paths.walletRequests, { statement: of })

/** The story of one earning, over the list of those that are pending. */
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

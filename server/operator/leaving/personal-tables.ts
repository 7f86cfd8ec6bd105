/**
 * Handling of each table when an account is deleted, and whether its rows are in the user's data
 * download. A test compares this list with the database, so a new table needs an entry in the same
 * commit.
 *
 * `delete`: all rows of the user are deleted. `anonymise`: rows stay without anything that
 * identifies the user. `keep`: something that identifies the user stays, for the given reason.
 * `nobody`: no row is about a user.
 */
export type Fate = 'delete' | 'anonymise' | 'keep' | 'nobody'

export type PersonalTable = {
  fate: Fate
  why: string
  /** Name of the file in the archive, or the reason why it has none. */
  archive: string | { no: string }
}

const no = (reason: string) => ({ no: reason })
const ONLY_THEIRS = 'It is theirs alone.'
const SECRET = no('It holds what opens an account, and nothing to read.')
const DERIVED = no('It says nothing that the other files do not.')
const NOT_THEIRS = no('It is not about people with accounts.')
const notPersonal = (why: string): PersonalTable => ({ fate: 'nobody', why, archive: NOT_THEIRS })

export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  // Account
  users: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  sessions: { fate: 'delete', why: ONLY_THEIRS, archive: 'devices.json' },
  one_time_keys: { fate: 'delete', why: ONLY_THEIRS, archive: SECRET },
  idempotency_keys: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  api_keys: { fate: 'delete', why: ONLY_THEIRS, archive: 'api-keys.json' },
  devices: { fate: 'delete', why: ONLY_THEIRS, archive: 'devices.json' },
  terms_acceptances: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  email_confirmations: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  phones: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  onboardings: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  chosen_categories: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  user_browsers: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  public_profiles: { fate: 'delete', why: ONLY_THEIRS, archive: 'account.json' },
  social_links: { fate: 'delete', why: ONLY_THEIRS, archive: 'social-links.json' },
  connected_accounts: { fate: 'delete', why: ONLY_THEIRS, archive: 'connected-accounts.json' },
  activity_items: { fate: 'delete', why: ONLY_THEIRS, archive: 'activity.json' },
  activity_letters: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  extension_actions: { fate: 'delete', why: ONLY_THEIRS, archive: 'extension-actions.json' },
  leavers: {
    fate: 'keep',
    why: 'While money may still come, for at most 12 months: where to announce it and where to send it.',
    archive: no('It begins when somebody leaves.'),
  },
  throttle: {
    fate: 'keep',
    why: 'Tries by a keyed hash, from which nobody reads a name; each row goes within an hour.',
    archive: no('Nobody can tell whose row is whose.'),
  },

  // Referrals
  referral_links: {
    fate: 'anonymise',
    why: 'Codes stay taken for ever, so that nobody joins by somebody else.',
    archive: 'referrals.json',
  },
  referrals: { fate: 'delete', why: ONLY_THEIRS, archive: 'referrals.json' },
  referral_mails: {
    fate: 'keep',
    why: 'Keyed hashes of addresses that got one mail for ever; the link to the account is cut.',
    archive: no('They are addresses of others, and nobody can read them.'),
  },

  // Real names shown to brands
  partner_numbers: {
    fate: 'delete',
    why: 'A number of nobody says nothing; the brand keeps its sums without it.',
    archive: 'connections.json',
  },
  unmasking_invitations: { fate: 'delete', why: ONLY_THEIRS, archive: 'connections.json' },

  // Content
  links: { fate: 'delete', why: ONLY_THEIRS, archive: 'links.csv' },
  link_addresses: { fate: 'delete', why: ONLY_THEIRS, archive: 'link-addresses.json' },
  link_health: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  imported_links: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  link_imports: { fate: 'delete', why: ONLY_THEIRS, archive: 'imports.json' },
  import_problems: { fate: 'delete', why: ONLY_THEIRS, archive: 'imports.json' },
  collections: { fate: 'delete', why: ONLY_THEIRS, archive: 'collections.json' },
  collection_links: { fate: 'delete', why: ONLY_THEIRS, archive: 'collections.json' },
  removals: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  pages: { fate: 'delete', why: ONLY_THEIRS, archive: 'page.json' },
  sections: { fate: 'delete', why: ONLY_THEIRS, archive: 'page.json' },
  section_collections: { fate: 'delete', why: ONLY_THEIRS, archive: 'page.json' },
  section_links: { fate: 'delete', why: ONLY_THEIRS, archive: 'page.json' },
  page_views: { fate: 'delete', why: ONLY_THEIRS, archive: 'page.json' },
  widgets: { fate: 'delete', why: ONLY_THEIRS, archive: 'widgets.json' },
  widget_days: { fate: 'delete', why: ONLY_THEIRS, archive: 'widgets.json' },
  uploads: { fate: 'delete', why: 'The pictures themselves go, too.', archive: 'pictures.json' },
  data_exports: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  export_parts: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },

  // Former addresses
  former_codes: {
    fate: 'anonymise',
    why: 'Codes stay taken for ever, so that what was printed never leads to somebody else.',
    archive: 'former-codes.json',
  },
  former_slugs: {
    fate: 'anonymise',
    why: 'Names of pages stay taken for ever, for the same reason.',
    archive: 'page.json',
  },
  link_domains: {
    fate: 'anonymise',
    why: 'A domain that was proven stays taken without its owner, so that its links lead to nobody else.',
    archive: 'domains.json',
  },

  // Clicks
  click_events: {
    fate: 'delete',
    why: 'Names of visitors go with them.',
    archive: no('It is about visitors; clicks.csv has the sums.'),
  },
  click_batches: {
    fate: 'delete',
    why: 'A batch is counted within seconds, and clicks of links that are gone are dropped then.',
    archive: DERIVED,
  },
  click_hours: { fate: 'delete', why: ONLY_THEIRS, archive: 'clicks.csv' },
  click_visitors: {
    fate: 'keep',
    why: 'A number made of link and visitor, kept for a day; nothing leads back from it.',
    archive: no('It is about visitors.'),
  },
  own_visitors: { fate: 'delete', why: ONLY_THEIRS, archive: no('It is gone after two days.') },
  link_clicks: { fate: 'delete', why: ONLY_THEIRS, archive: 'links.csv' },
  user_days: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  link_days: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  order_differences: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },

  // Money, which is kept without the user
  wallets: { fate: 'delete', why: ONLY_THEIRS, archive: 'wallet.json' },
  receipt_details: { fate: 'delete', why: ONLY_THEIRS, archive: 'wallet.json' },
  missing_sales: {
    fate: 'delete',
    why: 'What was accepted has become a sale of its own.',
    archive: 'missing-sales.json',
  },
  conversions: {
    fate: 'anonymise',
    why: 'Brands and tax offices ask for orders for years; names of links and appeals are emptied.',
    archive: 'earnings.json',
  },
  brand_days: {
    fate: 'anonymise',
    why: 'What brands were sent, by a number that leads to nobody any more.',
    archive: DERIVED,
  },
  desk_addresses: {
    fate: 'keep',
    why: 'Mailboxes of brands, as the operator wrote them; no account stands behind one.',
    archive: no('It is the brand’s.'),
  },
  conversion_changes: {
    fate: 'keep',
    why: 'Written by brands and the operator, never changed: it names an order and no person.',
    archive: 'earnings.json',
  },
  redemptions: {
    fate: 'anonymise',
    why: 'Payouts stay in the books; where they went to is emptied as soon as they are over.',
    archive: 'wallet.json',
  },
  redemption_changes: {
    fate: 'keep',
    why: 'Written by the operator, never changed: it names a payout and no person.',
    archive: 'wallet.json',
  },
  vouchers: {
    fate: 'keep',
    why: 'A gift card that was handed out stays so; it names a redemption and no person.',
    archive: 'wallet.json',
  },
  ledger_entries: {
    fate: 'keep',
    why: 'Never changed. Its owner is a number of nobody once the account is gone.',
    archive: 'ledger.json',
  },
  ledger_checkpoints: {
    fate: 'keep',
    why: 'Sums of the ledger, by the same number.',
    archive: DERIVED,
  },
  ledger_owners: { fate: 'keep', why: 'That number, for locks.', archive: DERIVED },
  bonus_sales: {
    fate: 'keep',
    why: 'What the sales of that number add up to, for its bonus.',
    archive: DERIVED,
  },

  // Messages with brands
  chat_channels: { fate: 'delete', why: ONLY_THEIRS, archive: 'messages.json' },
  chat_messages: {
    fate: 'delete',
    why: 'A conversation ends with one of its two sides.',
    archive: 'messages.json',
  },
  chat_reports: { fate: 'delete', why: 'They go with the message.', archive: 'messages.json' },
  chat_people: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  chat_events: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },
  chat_streams: { fate: 'delete', why: ONLY_THEIRS, archive: DERIVED },

  // Reports by others
  abuse_reports: {
    fate: 'keep',
    why: 'What a visitor reported stays until 90 days after it was decided; the link to the account is cut.',
    archive: no('It is the visitor’s, and names them.'),
  },
  postback_calls: {
    fate: 'keep',
    why: 'Calls of shops, as they came: they may hold a short code. Deleted after thirty days.',
    archive: no('It is the shop’s.'),
  },

  // Data of the operator
  brand_referral_links: notPersonal('Of brands.'),
  brand_funds: notPersonal('Of brands.'),
  brand_rates: notPersonal('Terms of brands.'),
  brand_standings: notPersonal('Sums over everybody.'),
  brands: notPersonal('Brands.'),
  campaigns: notPersonal('Of brands.'),
  categories: notPersonal('The operator’s list.'),
  charities: notPersonal('The operator’s list.'),
  currency_rates: notPersonal('Rates.'),
  desk_links: notPersonal('How brands sign in.'),
  desk_sessions: notPersonal('Where brands are signed in.'),
  faq_entries: notPersonal('The operator’s texts.'),
  gift_card_vendors: notPersonal('The operator’s list.'),
  onboarding_texts: notPersonal('The operator’s texts.'),
  operator_settings: notPersonal('The operator’s switches.'),
  payout_batches: notPersonal('A number and a day.'),
  postback_keys: notPersonal('Of brands.'),
  promotions: notPersonal('Of brands.'),
  servers: notPersonal('Which machines run.'),
  settlements: notPersonal('What brands have paid.'),
  static_texts: notPersonal('The operator’s texts.'),
  stores: notPersonal('Where brands sell.'),
  trending_products: notPersonal('Pages that several people lead to; nothing of one alone.'),
  visited_sites: notPersonal('What sites ask of programs.'),
  visitor_salts: notPersonal('Made by chance, deleted after two days.'),
}

import { OPERATOR_TABLES } from './operator-tables.ts'

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
const OWN_DATA = 'Belongs only to this user.'
const SECRET = no('Contains only secrets.')
const DERIVED = no('Repeats data of other files.')
const NO_USER_DATA = no('Not about users.')
const ofNoUser = (why: string): PersonalTable => ({
  fate: 'keep',
  why: `${why} They belong to no account.`,
  archive: NO_USER_DATA,
})
const notPersonal = (why: string): PersonalTable => ({ fate: 'nobody', why, archive: NO_USER_DATA })

export const PERSONAL_TABLES: Record<string, PersonalTable> = {
  // Account
  users: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  sessions: { fate: 'delete', why: OWN_DATA, archive: 'devices.json' },
  one_time_keys: { fate: 'delete', why: OWN_DATA, archive: SECRET },
  idempotency_keys: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  authenticators: { fate: 'delete', why: OWN_DATA, archive: 'sign-in.json' },
  passkeys: { fate: 'delete', why: OWN_DATA, archive: 'sign-in.json' },
  passkey_challenges: notPersonal('Hashes of random numbers, deleted within an hour.'),
  identities: { fate: 'delete', why: OWN_DATA, archive: 'sign-in.json' },
  oidc_flows: notPersonal('Sign-ins that have not ended, deleted within an hour.'),
  factor_recoveries: { fate: 'delete', why: OWN_DATA, archive: 'sign-in.json' },
  recovery_codes: { fate: 'delete', why: OWN_DATA, archive: 'sign-in.json' },
  api_keys: { fate: 'delete', why: OWN_DATA, archive: 'api-keys.json' },
  app_grants: { fate: 'delete', why: OWN_DATA, archive: 'connected-apps.json' },
  app_tokens: { fate: 'delete', why: OWN_DATA, archive: SECRET },
  webhooks: { fate: 'delete', why: OWN_DATA, archive: 'webhooks.json' },
  webhook_clicks: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  webhook_deliveries: {
    fate: 'delete',
    why: 'Events for brands about this user are deleted, too.',
    archive: DERIVED,
  },
  account_members: { fate: 'delete', why: 'Ends with either account.', archive: 'people.json' },
  member_invitations: { fate: 'delete', why: OWN_DATA, archive: 'people.json' },
  approvals: { fate: 'delete', why: OWN_DATA, archive: 'connected-apps.json' },
  devices: { fate: 'delete', why: OWN_DATA, archive: 'devices.json' },
  terms_acceptances: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  email_confirmations: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  phones: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  onboardings: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  chosen_categories: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  user_browsers: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  public_profiles: { fate: 'delete', why: OWN_DATA, archive: 'account.json' },
  social_links: { fate: 'delete', why: OWN_DATA, archive: 'social-links.json' },
  connected_accounts: { fate: 'delete', why: OWN_DATA, archive: 'connected-accounts.json' },
  activity_items: { fate: 'delete', why: OWN_DATA, archive: 'activity.json' },
  activity_letters: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  extension_actions: { fate: 'delete', why: OWN_DATA, archive: 'extension-actions.json' },
  leavers: {
    fate: 'keep',
    why: 'Email and payout address, kept for at most 12 months while commissions may still become available.',
    archive: no('Created when the account is deleted.'),
  },
  throttle: {
    fate: 'keep',
    why: 'Rate limits by keyed hash, which does not reveal a name. Each row is deleted within an hour.',
    archive: no('Rows cannot be assigned to users.'),
  },

  // Referrals
  referral_links: {
    fate: 'anonymise',
    why: 'Codes stay reserved, so that an invitation never leads to another user.',
    archive: 'referrals.json',
  },
  referrals: { fate: 'delete', why: OWN_DATA, archive: 'referrals.json' },
  referral_mails: {
    fate: 'keep',
    why: 'Keyed hashes of invited email addresses, which get only one invitation ever. The user is removed from the row.',
    archive: no('Hashes of other people’s addresses.'),
  },

  // Real names shown to brands
  partner_numbers: {
    fate: 'delete',
    why: 'The brand keeps its totals without the number.',
    archive: 'connections.json',
  },
  discount_codes: {
    fate: 'delete',
    why: 'The brand keeps the orders, and can give the code to another creator.',
    archive: 'connections.json',
  },
  unmasking_invitations: { fate: 'delete', why: OWN_DATA, archive: 'connections.json' },

  // Content
  links: { fate: 'delete', why: OWN_DATA, archive: 'links.csv' },
  link_addresses: { fate: 'delete', why: OWN_DATA, archive: 'link-addresses.json' },
  history_entries: {
    fate: 'delete',
    why: 'In histories of other accounts, the user’s name is removed.',
    archive: 'changes.json',
  },
  link_health: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_places: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_passwords: { fate: 'delete', why: OWN_DATA, archive: SECRET },
  imported_links: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_imports: { fate: 'delete', why: OWN_DATA, archive: 'imports.json' },
  import_problems: { fate: 'delete', why: OWN_DATA, archive: 'imports.json' },
  parameter_sets: { fate: 'delete', why: OWN_DATA, archive: 'parameter-sets.json' },
  collections: { fate: 'delete', why: OWN_DATA, archive: 'collections.json' },
  collection_links: { fate: 'delete', why: OWN_DATA, archive: 'collections.json' },
  removals: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  pages: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  sections: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  section_collections: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  section_links: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  page_views: { fate: 'delete', why: OWN_DATA, archive: 'page.json' },
  widgets: { fate: 'delete', why: OWN_DATA, archive: 'widgets.json' },
  widget_days: { fate: 'delete', why: OWN_DATA, archive: 'widgets.json' },
  uploads: { fate: 'delete', why: 'The picture files are deleted, too.', archive: 'pictures.json' },
  data_exports: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  export_parts: { fate: 'delete', why: OWN_DATA, archive: DERIVED },

  // Former addresses
  former_codes: {
    fate: 'anonymise',
    why: 'Codes stay reserved, so that a printed link never leads to another user’s target.',
    archive: 'former-codes.json',
  },
  former_slugs: {
    fate: 'anonymise',
    why: 'Page names stay reserved for the same reason.',
    archive: 'page.json',
  },
  link_domains: {
    fate: 'anonymise',
    why: 'Verified domains stay reserved without their owner, so that their links never lead to another user’s targets.',
    archive: 'domains.json',
  },

  // Clicks
  click_events: {
    fate: 'delete',
    why: 'Visitor codes are deleted with them.',
    archive: no('About visitors. clicks.csv has the totals.'),
  },
  closed_clicks: {
    fate: 'delete',
    why: 'Clicks of the user’s links are removed from the rows of their day.',
    archive: no('About visitors. clicks.csv has the totals.'),
  },
  click_batches: {
    fate: 'delete',
    why: 'Batches are counted within seconds. Clicks of deleted links are dropped then.',
    archive: DERIVED,
  },
  click_hours: { fate: 'delete', why: OWN_DATA, archive: 'clicks.csv' },
  click_facet_hours: { fate: 'delete', why: OWN_DATA, archive: 'click-facets.json' },
  click_visitors: {
    fate: 'keep',
    why: 'Hash of link and visitor, kept for a day. It cannot be reversed.',
    archive: no('About visitors.'),
  },
  own_visitors: { fate: 'delete', why: OWN_DATA, archive: no('Deleted after two days.') },
  link_clicks: { fate: 'delete', why: OWN_DATA, archive: 'links.csv' },
  user_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  link_facet_days: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  order_differences: { fate: 'delete', why: OWN_DATA, archive: DERIVED },

  // Money, which is kept without the user
  wallets: { fate: 'delete', why: OWN_DATA, archive: 'wallet.json' },
  network_reports: { fate: 'delete', why: OWN_DATA, archive: 'networks.json' },
  network_rows: { fate: 'delete', why: OWN_DATA, archive: 'networks.json' },
  network_formats: { fate: 'delete', why: OWN_DATA, archive: 'networks.json' },
  network_settings: { fate: 'delete', why: OWN_DATA, archive: 'networks.json' },
  receipt_details: { fate: 'delete', why: OWN_DATA, archive: 'wallet.json' },
  missing_sales: {
    fate: 'delete',
    why: 'Accepted reports are stored as orders.',
    archive: 'missing-sales.json',
  },
  conversions: {
    fate: 'anonymise',
    why: 'Orders are needed for years by brands and tax offices. Link names and appeals are removed.',
    archive: 'earnings.json',
  },
  brand_days: {
    fate: 'anonymise',
    why: 'Traffic of brands, by a number that no longer leads to a user.',
    archive: DERIVED,
  },
  desk_addresses: {
    fate: 'keep',
    why: 'Email addresses of brands, entered by the operator. They belong to no account.',
    archive: no('Belongs to the brand.'),
  },
  desk_identities: ofNoUser('Accounts at the provider that open the desk of a brand.'),
  staff_identities: ofNoUser('Accounts at the provider of people who run this installation.'),
  audit_entries: {
    fate: 'keep',
    why: 'What staff did. It names users by their number only and is never changed.',
    archive: no('Notes of the operator.'),
  },
  staff: ofNoUser('People who run this installation.'),
  conversion_changes: {
    fate: 'keep',
    why: 'Written by brands and the operator and never changed. It refers to an order and names no person.',
    archive: 'earnings.json',
  },
  redemptions: {
    fate: 'anonymise',
    why: 'Payouts stay in the books. Their destination is removed when they are complete.',
    archive: 'wallet.json',
  },
  redemption_changes: {
    fate: 'keep',
    why: 'Written by the operator and never changed. It refers to a payout and names no person.',
    archive: 'wallet.json',
  },
  vouchers: {
    fate: 'keep',
    why: 'Issued gift cards stay issued. They refer to a redemption and name no person.',
    archive: 'wallet.json',
  },
  ledger_entries: {
    fate: 'keep',
    why: 'Never changed. After the deletion, the owner is a number that leads to no user.',
    archive: 'ledger.json',
  },
  ledger_checkpoints: {
    fate: 'keep',
    why: 'Totals of the ledger by the same number.',
    archive: DERIVED,
  },
  ledger_owners: { fate: 'keep', why: 'The same number, used for locks.', archive: DERIVED },
  bonus_sales: {
    fate: 'keep',
    why: 'Total sales of the same number, used for its bonus.',
    archive: DERIVED,
  },

  // Messages with brands
  chat_channels: { fate: 'delete', why: OWN_DATA, archive: 'messages.json' },
  chat_messages: {
    fate: 'delete',
    why: 'A conversation is deleted with either participant.',
    archive: 'messages.json',
  },
  chat_reports: { fate: 'delete', why: 'Deleted with the message.', archive: 'messages.json' },
  chat_people: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  chat_events: { fate: 'delete', why: OWN_DATA, archive: DERIVED },
  chat_streams: { fate: 'delete', why: OWN_DATA, archive: DERIVED },

  // Reports by others
  abuse_reports: {
    fate: 'keep',
    why: 'Reports by visitors are kept until 90 days after the decision. The user is removed from the row.',
    archive: no('Belongs to the visitor and names them.'),
  },
  postback_calls: {
    fate: 'keep',
    why: 'Calls from shops, which may contain a short code. Deleted after 30 days.',
    archive: no('Belongs to the shop.'),
  },

  shop_orders: {
    fate: 'keep',
    why: 'Orders of shops with a click id or short code. Deleted 400 days after their last change.',
    archive: no('Belongs to the shop.'),
  },

  ...Object.fromEntries(
    Object.entries(OPERATOR_TABLES).map(([name, why]) => [name, notPersonal(why)]),
  ),
}

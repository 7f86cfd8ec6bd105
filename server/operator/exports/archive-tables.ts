import { PERSONAL_TABLES } from '../leaving/personal-tables.ts'

export type ArchiveSource = {
  table: string
  /**
   * SQL condition for the user's rows (`$1` is the user id). Always a literal in this file, never
   * input.
   */
  where: string
  order: string
  /** Columns left out: secrets and internal values. */
  without?: string[]
}

const BY_USER = 'user_id = $1'
const ofLinks = (column: string) => `${column} in (select id from links where user_id = $1)`
const ofChannels = (column: string) =>
  `${column} in (select id from chat_channels where user_id = $1)`
const ofPages = (column: string) => `${column} in (select id from pages where user_id = $1)`
const ofWidgets = (column: string) => `${column} in (select id from widgets where user_id = $1)`

/** Conditions and order for each table in the archive. */
const SOURCES: Record<string, Omit<ArchiveSource, 'table'>> = {
  users: { where: 'id = $1', order: 'id', without: ['password_hash', 'change_seq'] },
  terms_acceptances: { where: BY_USER, order: 'accepted_at' },
  email_confirmations: { where: BY_USER, order: 'asked_at', without: ['key_hash'] },
  phones: { where: BY_USER, order: 'user_id', without: ['code_id', 'code_until', 'wrong_codes'] },
  onboardings: { where: BY_USER, order: 'user_id' },
  chosen_categories: { where: BY_USER, order: 'category_id' },
  referral_links: { where: BY_USER, order: 'id' },
  referrals: {
    where: 'referrer_id = $1 or referred_id = $1',
    order: 'id',
    without: ['referrer_id', 'referred_id'],
  },
  partner_numbers: { where: BY_USER, order: 'brand_id' },
  discount_codes: { where: BY_USER, order: 'id' },
  unmasking_invitations: { where: BY_USER, order: 'id' },
  receipt_details: { where: BY_USER, order: 'user_id', without: ['sealed_tax_id'] },
  network_reports: { where: BY_USER, order: 'created_at' },
  network_rows: { where: BY_USER, order: 'id' },
  network_formats: { where: BY_USER, order: 'header_key' },
  network_settings: { where: BY_USER, order: 'user_id' },
  missing_sales: { where: BY_USER, order: 'id' },
  appeals: { where: BY_USER, order: 'id' },
  public_profiles: { where: BY_USER, order: 'user_id' },
  sessions: { where: BY_USER, order: 'created_at', without: ['token_hash', 'fingerprint'] },
  authenticators: { where: BY_USER, order: 'user_id', without: ['sealed_secret', 'last_step'] },
  passkeys: {
    where: BY_USER,
    order: 'created_at',
    without: ['credential_id', 'public_key', 'counter'],
  },
  identities: { where: BY_USER, order: 'user_id' },
  factor_recoveries: { where: BY_USER, order: 'asked_at' },
  recovery_codes: { where: BY_USER, order: 'created_at', without: ['code_hash'] },
  api_keys: { where: BY_USER, order: 'created_at', without: ['key_hash'] },
  api_calls: { where: BY_USER, order: 'id' },
  app_grants: {
    where: BY_USER,
    order: 'created_at',
    without: ['code_hash', 'code_expires_at', 'code_used_at', 'code_challenge'],
  },
  webhooks: {
    where: BY_USER,
    order: 'id',
    without: ['brand_id', 'sealed_secret', 'sealed_old_secret', 'last_delivery_id'],
  },
  account_members: { where: 'user_id = $1 or member_id = $1', order: 'created_at' },
  member_invitations: { where: BY_USER, order: 'created_at', without: ['key_hash'] },
  approvals: { where: BY_USER, order: 'created_at' },
  devices: { where: BY_USER, order: 'id', without: ['p256dh', 'auth'] },
  social_links: { where: BY_USER, order: 'position', without: ['same_as'] },
  connected_accounts: { where: BY_USER, order: 'id', without: ['token', 'code_hash'] },
  activity_items: { where: BY_USER, order: 'id' },
  extension_actions: { where: BY_USER, order: 'id' },
  click_facet_hours: { where: ofLinks('link_id'), order: 'link_id, hour' },
  link_addresses: { where: ofLinks('link_id'), order: 'id' },
  // Names of other people and of the staff are left out.
  history_entries: { where: BY_USER, order: 'id', without: ['actor_id', 'actor_name'] },
  account_changes: { where: BY_USER, order: 'id', without: ['actor_id', 'actor_name'] },
  former_codes: { where: ofLinks('link_id'), order: 'retired_at' },
  link_imports: { where: BY_USER, order: 'created_at', without: ['content_hash'] },
  import_problems: {
    where: 'import_id in (select id from link_imports where user_id = $1)',
    order: 'import_id, row',
  },
  parameter_sets: { where: BY_USER, order: 'created_at, id', without: ['search_name'] },
  collections: { where: BY_USER, order: 'position, id', without: ['change_seq'] },
  removals: { where: BY_USER, order: 'change_seq', without: ['change_seq'] },
  collection_links: {
    where: 'collection_id in (select id from collections where user_id = $1)',
    order: 'collection_id, position',
  },
  pages: { where: BY_USER, order: 'id' },
  sections: { where: BY_USER, order: 'position, id' },
  section_collections: {
    where: 'section_id in (select id from sections where user_id = $1)',
    order: 'section_id, position',
  },
  section_links: {
    where: 'section_id in (select id from sections where user_id = $1)',
    order: 'section_id, position',
  },
  page_views: { where: ofPages('page_id'), order: 'page_id, day' },
  former_slugs: { where: ofPages('page_id'), order: 'slug' },
  widgets: { where: BY_USER, order: 'id' },
  widget_days: { where: ofWidgets('widget_id'), order: 'widget_id, day' },
  uploads: { where: BY_USER, order: 'id' },
  link_domains: { where: BY_USER, order: 'id' },
  wallets: { where: BY_USER, order: 'user_id', without: ['next_key_hash'] },
  chat_channels: { where: BY_USER, order: 'created_at, id', without: ['other_spent_at'] },
  chat_messages: { where: ofChannels('channel_id'), order: 'channel_id, sequence' },
  chat_reports: {
    where: `by = 'person' and message_id in (select id from chat_messages where ${ofChannels('channel_id')})`,
    order: 'id',
  },
  redemptions: { where: BY_USER, order: 'id', without: ['request_key'] },
  redemption_changes: {
    where: 'redemption_id in (select id from redemptions where user_id = $1)',
    order: 'id',
  },
  vouchers: {
    where: 'redemption_id in (select id from redemptions where user_id = $1)',
    order: 'id',
    without: ['code_hash', 'sealed_code', 'sealed_pin'],
  },
  conversions: { where: BY_USER, order: 'id', without: ['fee_cents', 'posted_fee_cents'] },
  conversion_changes: {
    where: 'conversion_id in (select id from conversions where user_id = $1)',
    order: 'id',
    without: ['fingerprint'],
  },
  ledger_entries: { where: 'owner = $1', order: 'id' },
}

/** Returns the JSON files of an archive with their tables, according to `PERSONAL_TABLES`. */
export function archiveFiles(): Map<string, ArchiveSource[]> {
  const files = new Map<string, ArchiveSource[]>()
  for (const [table, { archive }] of Object.entries(PERSONAL_TABLES)) {
    if (typeof archive !== 'string' || !archive.endsWith('.json')) continue
    const source = SOURCES[table]
    if (!source) throw new Error(`The table ${table} has no source for the archive`)
    files.set(archive, [...(files.get(archive) ?? []), { table, ...source }])
  }
  return files
}

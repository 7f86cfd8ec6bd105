import { CONTENT_TABLES } from './content-tables.ts'
import { MONEY_TABLES } from './money-tables.ts'
import { OPERATOR_TABLES } from './operator-tables.ts'
import { DERIVED, OWN_DATA, SECRET, no, notPersonal, type PersonalTable } from './personal-table.ts'

/**
 * Handling of each table when an account is deleted. A test compares this list with the database,
 * so a new table needs an entry in the same commit.
 */
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
  api_calls: { fate: 'delete', why: OWN_DATA, archive: 'api-keys.json' },
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

  ...CONTENT_TABLES,
  ...MONEY_TABLES,

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

  // Appeals, and reports by others
  appeals: { fate: 'delete', why: OWN_DATA, archive: 'appeals.json' },
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

import { DERIVED, OWN_DATA, no, ofNoUser, type PersonalTable } from './personal-table.ts'

/** Money, which is kept without the user. */
export const MONEY_TABLES: Record<string, PersonalTable> = {
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
  desk_addresses: ofNoUser('Empty. Earlier versions stored addresses of brands here.'),
  desk_applications: ofNoUser(
    'Applications of brands with the address of their contact, deleted 90 days after the decision.',
  ),
  desk_people: ofNoUser('People who may open the desk of a brand.'),
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
}

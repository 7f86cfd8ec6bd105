import * as pg from 'drizzle-orm/pg-core'
import { now, text } from '../columns.ts'

/** Accounts of a creator. */
export const OWN_ACCOUNTS = [
  'pending',
  'held',
  'approved',
  'available',
  'reserved',
  'paid',
  'charity',
] as const
export type OwnAccount = (typeof OWN_ACCOUNTS)[number]
/**
 * Accounts of the ledger. `brand`: payments of a brand minus what it owes; `bonus`: bonuses
 * promised by the operator; `platform`: the operator's share of commissions; `cash`: money received
 * from outside.
 */
export type Account = OwnAccount | 'brand' | 'bonus' | 'platform' | 'cash'

/**
 * Movements of money. Triggers refuse changes and deletions, and the rows of a transaction add up
 * to zero. Owners are not foreign keys, so that deleting a user keeps the entries.
 */
export const ledgerEntries = pg.pgTable(
  'ledger_entries',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    transactionId: pg.uuid('transaction_id').notNull(),
    account: pg.text('account').$type<Account>().notNull(),
    /** Id of a user or a brand, or `OPERATOR`. */
    owner: pg.uuid('owner').notNull(),
    cents: pg.bigint('cents', { mode: 'number' }).notNull(),
    kind: text('kind'),
    /** Reason of the movement, for instance `conversion:42`. */
    reference: text('reference'),
    at: now('at'),
  },
  (t) => [
    pg.index('ledger_entries_owner').on(t.owner, t.id),
    pg.index('ledger_entries_reference').on(t.reference),
  ],
)

/** Balance of an owner up to a certain entry. Later entries are added when the balance is read. */
export const ledgerCheckpoints = pg.pgTable(
  'ledger_checkpoints',
  {
    owner: pg.uuid('owner').notNull(),
    account: pg.text('account').$type<Account>().notNull(),
    throughId: pg.bigint('through_id', { mode: 'number' }).notNull(),
    cents: pg.bigint('cents', { mode: 'number' }).notNull(),
    at: now('at'),
  },
  (t) => [pg.primaryKey({ columns: [t.owner, t.account] })],
)

/** Lock rows. Moving a user's money locks the row until the commit. The row outlives the user. */
export const ledgerOwners = pg.pgTable('ledger_owners', {
  owner: pg.uuid('owner').primaryKey(),
  createdAt: now('created_at'),
})

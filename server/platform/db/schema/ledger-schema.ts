import { bigint, bigserial, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { now } from '../columns.ts'

/** Where a creator's money stands. */
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
 * `brand`: what a brand has paid less what it owes; `bonus`: what the operator has promised of their
 * own; `platform`: the operator's part of commissions; `cash`: what came in from outside.
 */
export type Account = OwnAccount | 'brand' | 'bonus' | 'platform' | 'cash'

/**
 * Every movement of money, once and for ever: triggers refuse to change or delete a row, and the rows
 * of a transaction add up to zero. Owners are ids and no references, so that nothing of it goes when
 * a person does.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    transactionId: uuid('transaction_id').notNull(),
    account: text('account').$type<Account>().notNull(),
    /** A person, a brand, or the operator (`OPERATOR`). */
    owner: uuid('owner').notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    /** What it was for, for instance `conversion:42`. */
    reference: text('reference').notNull(),
    at: now('at'),
  },
  (t) => [
    index('ledger_entries_owner').on(t.owner, t.id),
    index('ledger_entries_reference').on(t.reference),
  ],
)

/** What an owner's entries add up to until one of them; those after it are added when asked. */
export const ledgerCheckpoints = pgTable(
  'ledger_checkpoints',
  {
    owner: uuid('owner').notNull(),
    account: text('account').$type<Account>().notNull(),
    throughId: bigint('through_id', { mode: 'number' }).notNull(),
    cents: bigint('cents', { mode: 'number' }).notNull(),
    at: now('at'),
  },
  (t) => [primaryKey({ columns: [t.owner, t.account] })],
)

/** Whoever moves money of a person holds this row until the commit. It outlives the person. */
export const ledgerOwners = pgTable('ledger_owners', {
  owner: uuid('owner').primaryKey(),
  createdAt: now('created_at'),
})

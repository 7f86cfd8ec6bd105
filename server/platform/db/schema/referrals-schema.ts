import {
  boolean,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { counter, moment, now } from '../columns.ts'

/** Addresses by which people bring others here. Their codes have nothing to do with short codes. */
export const referralLinks = pgTable(
  'referral_links',
  {
    id: serial('id').primaryKey(),
    /** Null: they are gone. The code stays taken, so that nobody is brought by somebody else. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Lower case, as the contract makes it. */
    code: text('code').notNull(),
    isCreator: boolean('is_creator'),
    clicks: counter('clicks'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('referral_links_code').on(t.code), index('referral_links_user').on(t.userId)],
)

/** Who was brought by whom: written with the account, and never changed. */
export const referrals = pgTable(
  'referrals',
  {
    id: serial('id').primaryKey(),
    referredId: uuid('referred_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    referrerId: uuid('referrer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    linkId: integer('link_id').references(() => referralLinks.id, { onDelete: 'set null' }),
    /** What was promised on that day, of what they earn in a year. */
    shareBasisPoints: integer('share_basis_points').notNull().default(0),
    joinedAt: now('joined_at'),
  },
  (t) => [
    uniqueIndex('referrals_referred').on(t.referredId),
    index('referrals_referrer').on(t.referrerId, t.id),
    index('referrals_link').on(t.linkId),
  ],
)

/**
 * Addresses that were mailed by somebody, as keyed hashes: nobody's address book is kept, and each gets
 * one such mail for ever. That outlives whoever had it sent.
 */
export const referralMails = pgTable(
  'referral_mails',
  {
    emailHash: text('email_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sentAt: now('sent_at'),
    joinedAt: moment('joined_at'),
    /** They want nothing more from here. */
    blockedAt: moment('blocked_at'),
  },
  (t) => [index('referral_mails_user').on(t.userId, t.sentAt)],
)

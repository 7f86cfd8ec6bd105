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
import { counter, moment, now, uuidParent } from '../columns.ts'

/** Links with which users refer others. Their codes are independent of short codes. */
export const referralLinks = pgTable(
  'referral_links',
  {
    id: serial('id').primaryKey(),
    /**
     * Null if the user is deleted. The code stays reserved, so that it never refers to another
     * user.
     */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Lower case, as parsed by the contract. */
    code: text('code').notNull(),
    isCreator: boolean('is_creator'),
    clicks: counter('clicks'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('referral_links_code').on(t.code), index('referral_links_user').on(t.userId)],
)

/** Referrer of each user. Rows are created with the account and never changed. */
export const referrals = pgTable(
  'referrals',
  {
    id: serial('id').primaryKey(),
    referredId: uuidParent('referred_id', () => users.id),
    referrerId: uuidParent('referrer_id', () => users.id),
    linkId: integer('link_id').references(() => referralLinks.id, { onDelete: 'set null' }),
    /** Referrer's share that was promised at sign-up, of the user's earnings in one year. */
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
 * Keyed hashes of addresses that users invited by email. No address is stored, and each receives
 * one invitation only. The row outlives the sender.
 */
export const referralMails = pgTable(
  'referral_mails',
  {
    emailHash: text('email_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sentAt: now('sent_at'),
    joinedAt: moment('joined_at'),
    /** Time when the recipient refused further emails. */
    blockedAt: moment('blocked_at'),
  },
  (t) => [index('referral_mails_user').on(t.userId, t.sentAt)],
)

import * as pg from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { counter, moment, now, serialKey, text, uuidParent } from '../columns.ts'

/** Links with which users refer others. Their codes are independent of short codes. */
export const referralLinks = pg.pgTable(
  'referral_links',
  {
    id: serialKey(),
    /**
     * Null if the user is deleted. The code stays reserved, so that it never refers to another
     * user.
     */
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Lower case, as parsed by the contract. */
    code: text('code'),
    isCreator: pg.boolean('is_creator'),
    clicks: counter('clicks'),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.uniqueIndex('referral_links_code').on(t.code),
    pg.index('referral_links_user').on(t.userId),
  ],
)

/** Referrer of each user. Rows are created with the account and never changed. */
export const referrals = pg.pgTable(
  'referrals',
  {
    id: serialKey(),
    referredId: uuidParent('referred_id', () => users.id),
    referrerId: uuidParent('referrer_id', () => users.id),
    linkId: pg.integer('link_id').references(() => referralLinks.id, { onDelete: 'set null' }),
    /** Referrer's share that was promised at sign-up, of the user's earnings in one year. */
    shareBasisPoints: pg.integer('share_basis_points').notNull().default(0),
    joinedAt: now('joined_at'),
  },
  (t) => [
    pg.uniqueIndex('referrals_referred').on(t.referredId),
    pg.index('referrals_referrer').on(t.referrerId, t.id),
    pg.index('referrals_link').on(t.linkId),
  ],
)

/**
 * Keyed hashes of addresses that users invited by email. No address is stored, and each receives
 * one invitation only. The row outlives the sender.
 */
export const referralMails = pg.pgTable(
  'referral_mails',
  {
    emailHash: pg.text('email_hash').primaryKey(),
    userId: pg.uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sentAt: now('sent_at'),
    joinedAt: moment('joined_at'),
    /** Time when the recipient refused further emails. */
    blockedAt: moment('blocked_at'),
  },
  (t) => [pg.index('referral_mails_user').on(t.userId, t.sentAt)],
)

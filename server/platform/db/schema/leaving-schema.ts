import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { counter, moment, now, text } from '../columns.ts'

/**
 * Users who asked for the deletion of their account, until all of it is settled. The id is not a
 * foreign key, because the row outlives the user while money may still arrive.
 */
export const leavers = pg.pgTable(
  'leavers',
  {
    userId: pg.uuid('user_id').primaryKey(),
    requestedAt: now('requested_at'),
    /** Time until which signing in cancels the deletion. */
    deletionAt: moment('deletion_at').notNull(),
    /** Optional reason in the user's words; deleted with the account. */
    reason: text('reason').default(''),
    /** Time when the deletion became final. */
    begunAt: moment('begun_at'),
    /** Time when the account was deleted. */
    goneAt: moment('gone_at'),
    /** Time when the clicks of the user's links were deleted. */
    sweptAt: moment('swept_at'),
    /**
     * Email and payout address for money that arrives after the deletion; empty until the account
     * is deleted.
     */
    email: text('email').default(''),
    paypalEmail: text('paypal_email').default(''),
    /** Hash of the key in the latest email that asks for a payout address. */
    payoutKeyHash: pg.text('payout_key_hash'),
    /** Available amount that the latest email stated. */
    toldCents: counter('told_cents'),
  },
  (t) => [
    pg
      .index('leavers_due')
      .on(t.deletionAt)
      .where(sql`${t.sweptAt} is null`),
    pg.uniqueIndex('leavers_payout_key').on(t.payoutKeyHash),
  ],
)

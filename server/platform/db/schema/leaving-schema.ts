import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { counter, moment, now } from '../columns.ts'

/**
 * Who has asked for their account to be deleted, until nothing more can become of it. The id is no
 * reference: the row has to outlive the person while money may still come for them.
 */
export const leavers = pgTable(
  'leavers',
  {
    userId: uuid('user_id').primaryKey(),
    requestedAt: now('requested_at'),
    /** Until then a sign-in can take it back. */
    deletionAt: moment('deletion_at').notNull(),
    /** In their words, and only if they gave any; goes with the account. */
    reason: text('reason').notNull().default(''),
    /** From then on nothing takes it back. */
    begunAt: moment('begun_at'),
    /** There is no such person any more. */
    goneAt: moment('gone_at'),
    /** Clicks of their links are gone, too. */
    sweptAt: moment('swept_at'),
    /** Where money that comes later is announced, and where it goes; both empty until the account goes. */
    email: text('email').notNull().default(''),
    paypalEmail: text('paypal_email').notNull().default(''),
    /** Of the link in the latest mail that asks for an address for payouts. */
    payoutKeyHash: text('payout_key_hash'),
    /** The available sum that they were last told of. */
    toldCents: counter('told_cents'),
  },
  (t) => [
    index('leavers_due')
      .on(t.deletionAt)
      .where(sql`${t.sweptAt} is null`),
    uniqueIndex('leavers_payout_key').on(t.payoutKeyHash),
  ],
)

import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { userColumn } from './accounts-schema.ts'
import { brands, brandColumn } from './brands-schema.ts'
import { moment, now, serialKey, text, uuidKey } from '../columns.ts'

/**
 * State of an invitation. `accepted` means that the brand sees the creator's identity. `removed`
 * means that this connection ended; the row is kept, so that no later invitation of the brand is
 * accepted automatically.
 */
export type InvitationState = 'pending' | 'ignored' | 'accepted' | 'removed'

/** Random numbers by which brands know creators. They contain nothing about the creator. */
export const partnerNumbers = pg.pgTable(
  'partner_numbers',
  {
    brandId: brandColumn(),
    userId: userColumn(),
    number: text('number'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.brandId, t.userId] }),
    // Unique over all brands, so that two brands that compare their numbers find no match.
    pg.uniqueIndex('partner_numbers_number').on(t.number),
    pg.index('partner_numbers_user').on(t.userId),
  ],
)

/** Invitations of brands to creators, with the answers. A pair has one open invitation at most. */
export const unmaskingInvitations = pg.pgTable(
  'unmasking_invitations',
  {
    id: serialKey(),
    brandId: brandColumn(),
    userId: userColumn(),
    status: pg.text('status').$type<InvitationState>().notNull().default('pending'),
    createdAt: now('created_at'),
    /**
     * Time when the brand withdrew the invitation. The answer is kept in case the brand invites
     * again.
     */
    withdrawnAt: moment('withdrawn_at'),
    /** Time from which the brand sees the creator's identity. */
    acceptedAt: moment('accepted_at'),
    /** Time when this ended. */
    removedAt: moment('removed_at'),
  },
  (t) => [
    pg
      .uniqueIndex('unmasking_invitations_pair')
      .on(t.brandId, t.userId)
      .where(sql`${t.status} <> 'removed'`),
    pg.index('unmasking_invitations_user').on(t.userId, t.status, t.id),
    pg.check(
      'unmasking_invitations_moments',
      sql`(${t.status} in ('accepted', 'removed')) = (${t.acceptedAt} is not null)
        and (${t.status} = 'removed') = (${t.removedAt} is not null)
        and (${t.withdrawnAt} is null or ${t.status} in ('pending', 'ignored'))`,
    ),
  ],
)

/** Links with which a brand invites its partners to sign up: `/?org_ref={id}`. */
export const brandReferralLinks = pg.pgTable('brand_referral_links', {
  id: uuidKey(),
  brandId: pg
    .uuid('brand_id')
    .notNull()
    .unique()
    .references(() => brands.id, { onDelete: 'cascade' }),
  createdAt: now('created_at'),
})

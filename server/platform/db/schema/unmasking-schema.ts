import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts-schema.ts'
import { brands } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * `accepted` is a connection: the brand sees who it is. `removed`: it was one, and is kept so that no
 * later invitation of that brand is accepted by itself.
 */
export type InvitationState = 'pending' | 'ignored' | 'accepted' | 'removed'

/** The number by which a brand knows somebody, made by chance: nothing leads from it to them. */
export const partnerNumbers = pgTable(
  'partner_numbers',
  {
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.brandId, t.userId] }),
    // One over all brands: two of them can compare what they have, and find nothing.
    uniqueIndex('partner_numbers_number').on(t.number),
    index('partner_numbers_user').on(t.userId),
  ],
)

/** What brands asked of people, and what they answered. One a pair that is not over. */
export const unmaskingInvitations = pgTable(
  'unmasking_invitations',
  {
    id: serial('id').primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<InvitationState>().notNull().default('pending'),
    createdAt: now('created_at'),
    /** The brand took it back; what was answered stands, should it ask again. */
    withdrawnAt: moment('withdrawn_at'),
    /** From then on the brand sees who it is. */
    acceptedAt: moment('accepted_at'),
    /** Until then. */
    removedAt: moment('removed_at'),
  },
  (t) => [
    uniqueIndex('unmasking_invitations_pair')
      .on(t.brandId, t.userId)
      .where(sql`${t.status} <> 'removed'`),
    index('unmasking_invitations_user').on(t.userId, t.status, t.id),
    check(
      'unmasking_invitations_moments',
      sql`(${t.status} in ('accepted', 'removed')) = (${t.acceptedAt} is not null)
        and (${t.status} = 'removed') = (${t.removedAt} is not null)
        and (${t.withdrawnAt} is null or ${t.status} in ('pending', 'ignored'))`,
    ),
  ],
)

/** The address by which a brand brings somebody here as its partner: `/?org_ref={id}`. */
export const brandReferralLinks = pgTable('brand_referral_links', {
  id: uuid('id').primaryKey().defaultRandom(),
  brandId: uuid('brand_id')
    .notNull()
    .unique()
    .references(() => brands.id, { onDelete: 'cascade' }),
  createdAt: now('created_at'),
})

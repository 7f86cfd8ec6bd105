import * as pg from 'drizzle-orm/pg-core'
import type { Access } from '#contract/people/members.ts'
import { moment, now, text, uuidParent } from '../../columns.ts'
import { userColumn, users } from '../accounts-schema.ts'

/** People whom the owner of an account lets act for it. `userId` is the owner. */
export const accountMembers = pg.pgTable(
  'account_members',
  {
    userId: userColumn(),
    memberId: uuidParent('member_id', () => users.id),
    access: pg.text('access').array().$type<Access[]>().notNull(),
    createdAt: now('created_at'),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.memberId] }),
    pg.index('account_members_member').on(t.memberId),
  ],
)

/** Open invitations to an account. Accepted, declined and withdrawn ones are deleted. */
export const memberInvitations = pg.pgTable(
  'member_invitations',
  {
    id: pg.uuid('id').primaryKey(),
    userId: userColumn(),
    /** Lower-case address of the invited person. */
    email: text('email'),
    access: pg.text('access').array().$type<Access[]>().notNull(),
    /** SHA-256 of the key in the link, hex. */
    keyHash: text('key_hash'),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    pg.uniqueIndex('member_invitations_key').on(t.keyHash),
    pg.uniqueIndex('member_invitations_email').on(t.userId, t.email),
    pg.index('member_invitations_expiry').on(t.expiresAt),
  ],
)

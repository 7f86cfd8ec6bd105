import { integer, pgTable, serial, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SocialType } from '#contract/social/social-links.ts'
import { now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Social accounts that a creator shows in public. */
export const socialLinks = pgTable(
  'social_links',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    accountType: smallint('account_type').$type<SocialType>().notNull(),
    accountName: text('account_name').notNull(),
    accountUrl: text('account_url').notNull(),
    /** SHA-256 of the normalized URL. The URL itself may be too long for an index. */
    sameAs: text('same_as').notNull(),
    position: integer('position').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('social_links_same').on(t.userId, t.sameAs)],
)

import * as pg from 'drizzle-orm/pg-core'
import type { SocialType } from '#contract/social/social-links.ts'
import { now } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Social accounts that a creator shows in public. */
export const socialLinks = pg.pgTable(
  'social_links',
  {
    id: pg.serial('id').primaryKey(),
    userId: userColumn(),
    accountType: pg.smallint('account_type').$type<SocialType>().notNull(),
    accountName: pg.text('account_name').notNull(),
    accountUrl: pg.text('account_url').notNull(),
    /** SHA-256 of the normalized URL. The URL itself may be too long for an index. */
    sameAs: pg.text('same_as').notNull(),
    position: pg.integer('position').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('social_links_same').on(t.userId, t.sameAs)],
)

import * as pg from 'drizzle-orm/pg-core'
import type { SocialType } from '#contract/social/social-links.ts'
import { now, serialKey, text } from '../columns.ts'
import { userColumn } from './accounts-schema.ts'

/** Social accounts that a creator shows in public. */
export const socialLinks = pg.pgTable(
  'social_links',
  {
    id: serialKey(),
    userId: userColumn(),
    accountType: pg.smallint('account_type').$type<SocialType>().notNull(),
    accountName: text('account_name'),
    accountUrl: text('account_url'),
    /** SHA-256 of the normalized URL. The URL itself may be too long for an index. */
    sameAs: text('same_as'),
    position: pg.integer('position').notNull(),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('social_links_same').on(t.userId, t.sameAs)],
)

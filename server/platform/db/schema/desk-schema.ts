import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { brands } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

const brand = () =>
  uuid('brand_id')
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' })

/** Links that sign a brand in, once. Those that are over stay a while, to say why they do nothing. */
export const deskLinks = pgTable('desk_links', {
  /** SHA-256 of the key, hex. The key itself is never stored. */
  keyHash: text('key_hash').primaryKey(),
  brandId: brand(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  createdAt: now('created_at'),
})

/** To which a brand may have a new link mailed: where the operator has sent one. */
export const deskAddresses = pgTable(
  'desk_addresses',
  { brandId: brand(), email: text('email').notNull(), createdAt: now('created_at') },
  (t) => [primaryKey({ columns: [t.brandId, t.email] }), index('desk_addresses_email').on(t.email)],
)

/** Browsers in which somebody of a brand is signed in. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    brandId: brand(),
    /** SHA-256 of what the cookie holds, hex. */
    tokenHash: text('token_hash').notNull(),
    createdAt: now('created_at'),
    /** Written at most once an hour, and moves the end with it. */
    lastSeenAt: now('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    uniqueIndex('desk_sessions_token').on(t.tokenHash),
    index('desk_sessions_brand').on(t.brandId),
  ],
)
